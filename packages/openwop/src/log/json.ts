import type { JsonValue } from "@plimsoll/core";

/** A JSON object of unknown shape, as bodies, payloads and documents carry it. */
export type JsonObject = { readonly [key: string]: JsonValue };
