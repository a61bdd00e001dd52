import { encodeText } from '../frame/encode-text.ts';

/** How a secret may be written where it is passed on: as it is, in JSON, in URLs, and in base64. */
export function toSecretForms(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), ...toUrlForms(secret), ...toBase64Forms(secret)];
}

/** Programs differ in the case of the digits, in spaces, and in the marks that they leave. */
function toUrlForms(secret: string): string[] {
  // Half of a surrogate pair has no URL form.
  const strict = encodeURIComponent(secret.replaceAll(/\p{Cs}/gu, '\uFFFD'));
  const form = strict.replaceAll(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return [strict, form].flatMap((text) => {
    const lower = text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
    return [text, lower, text.replaceAll('%20', '+'), lower.replaceAll('%20', '+')];
  });
}

/** How a secret looks in base64 wherever it begins, e.g. after `user:`; only the characters that it alone decides. */
function toBase64Forms(secret: string): string[] {
  const bytes = encodeText(secret);
  return [0, 1, 2].flatMap((shift) => {
    const encoded = encodeBase64([...Array.from({ length: shift }, () => 0), ...bytes]);
    const sure = encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((bytes.length + shift) * 8) / 6));
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function encodeBase64(bytes: readonly number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
}
