import { MASK } from './mask-text.ts';
import { encodeText } from '../frame/encode-text.ts';

/** Replaces secrets in a text; `isCut` says that the text was cut off at its end, perhaps inside a secret. */
export type SecretMask = (text: string, isCut?: boolean) => string;

const SHORTEST = 6;

/**
 * Makes a mask for the given values, also where they stand in JSON, in a URL or in base64, and for each line of one that
 * has several. Shorter values than 6 characters are left, since masking `1` or `true` would make texts unreadable.
 */
export function createSecretMask(values: readonly string[]): SecretMask {
  const lines = new Set(values.flatMap((value) => [value, ...value.split(/\r?\n/)]));
  const secrets = [...new Set([...lines].filter(isLong).flatMap(toSecretForms))]
    .filter(isLong)
    .toSorted((a, b) => b.length - a.length);
  const byStart = new Map<string, string[]>();
  for (const secret of secrets) byStart.set(startOf(secret), [...(byStart.get(startOf(secret)) ?? []), secret]);
  return (text, isCut = false) => {
    const masked = maskAll(text, byStart);
    return isCut ? maskCutEnd(masked, secrets) : masked;
  };
}

function isLong(secret: string): boolean {
  return secret.trim().length >= SHORTEST;
}

function startOf(secret: string): string {
  return secret.slice(0, SHORTEST);
}

/** One pass over the text, however many secrets there are; those that overlap in it are hidden together. */
function maskAll(text: string, byStart: ReadonlyMap<string, readonly string[]>): string {
  let masked = '';
  let shownFrom = 0;
  for (let at = 0; byStart.size > 0 && at <= text.length - SHORTEST; at++) {
    const secret = byStart.get(text.slice(at, at + SHORTEST))?.find((each) => text.startsWith(each, at));
    if (secret === undefined) continue;
    if (at >= shownFrom) masked += text.slice(shownFrom, at) + MASK;
    shownFrom = Math.max(shownFrom, at + secret.length);
  }
  return masked + text.slice(shownFrom);
}

function maskCutEnd(text: string, secrets: readonly string[]): string {
  let start = text.length;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST; length--) {
      if (!text.endsWith(secret.slice(0, length))) continue;
      start = Math.min(start, text.length - length);
      break;
    }
  }
  return start === text.length ? text : text.slice(0, start) + MASK;
}

/** How a secret may be written where it is passed on: as it is, in JSON, in URLs, and in base64. */
function toSecretForms(secret: string): string[] {
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
