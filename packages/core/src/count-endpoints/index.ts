export { countWithProvider } from "./count-with-provider.ts";
export type { CountOptions, ProviderCount } from "./count-with-provider.ts";
export type { CountProvider } from "./provider-endpoints.ts";
