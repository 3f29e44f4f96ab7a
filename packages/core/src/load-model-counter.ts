import type { Surface } from "./outbound-request.ts";
import { loadTiktokenCounter } from "./tiktoken/load-tiktoken-counter.ts";
import type { TokenCounter } from "./token-counter.ts";

export async function loadModelCounter(_surface: Surface, _modelId: string): Promise<TokenCounter> {
  return loadTiktokenCounter("o200k_base");
}
