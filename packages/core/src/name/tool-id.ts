/** The one name of a tool inside Toolyard: `key:tool`. */
export type ToolId = `${string}:${string}`;

/** Joins a server's key and a tool's own name. */
export function toToolId(server: string, tool: string): ToolId {
  return `${server}:${tool}`;
}

/** Splits at the first colon, since a key has none and a tool's name may; `undefined` where a part is missing. */
export function parseToolId(text: string): { server: string; tool: string } | undefined {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1) return undefined;
  return { server: text.slice(0, colon), tool: text.slice(colon + 1) };
}
