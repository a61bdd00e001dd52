import { MASK } from './mask-text.ts';
import { toSecretForms } from './to-secret-forms.ts';

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
