/** A JSON object whose fields are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Tells an object from an array, null and everything else. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
