/** A JSON object of unknown shape, as bodies, payloads and documents carry it. */
export type JsonObject = { readonly [key: string]: JsonValue };

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
