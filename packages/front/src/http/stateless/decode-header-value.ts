/** The value of a header that names something of the body, which may stand there in Base64; `undefined` where that is wrong. */
export function decodeHeaderValue(header: string): string | undefined {
  const text = header.trim();
  const encoded = /^=\?base64\?(.*)\?=$/.exec(text)?.[1];
  if (encoded === undefined) return text;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
