/** A value as it may stand in a header: plain where that is safe, otherwise in the Base64 form of revision 2026-07-28. */
export function encodeHeaderValue(value: string): string {
  const isPlain = /^([\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?)?$/.test(value);
  if (isPlain && !/^=\?base64\?.*\?=$/.test(value)) return value;
  const bytes = new TextEncoder().encode(value);
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  return `=?base64?${btoa(text)}?=`;
}
