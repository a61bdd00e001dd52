import { isSecretName, isSecretShape } from '@toolyard/core';

const SCHEME = /^\s*(?:bearer|basic|digest|token|apikey)\s+/i;
const PASSWORD_IN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i;
const BETWEEN_WORDS = /[\s"'`=,;&?#/@()<>|[\]{}]+|:(?!\/\/)/;

/** Whether a text is probably a secret or has one in it, by the name of what it belongs to or by its form. */
export function hidesSecret(text: string, name: string): boolean {
  const bare = text.replace(SCHEME, '').trim();
  if (bare === '') return false;
  if (isSecretName(name) || bare.length < text.trim().length) return true;
  if (text.split(/\s+/).some((word) => PASSWORD_IN_URL.test(word))) return true;
  return text.split(BETWEEN_WORDS).some(isSecretShape);
}
