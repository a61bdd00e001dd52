const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;

/** A copy of a valid JSON text without line breaks, and as long: they stand between tokens, where a space does as well. */
export function toOneLine(json: Uint8Array): Uint8Array {
  const line = new Uint8Array(json);
  for (let at = 0; at < line.length; at++) if (line[at] === NEWLINE || line[at] === RETURN) line[at] = SPACE;
  return line;
}

/** The same for a text that may have none, which is given back as it is. */
export function toOneLineText(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]/g, ' ') : json;
}
