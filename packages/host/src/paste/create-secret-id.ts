import { hashOf } from '@toolyard/node';

/** An id for a new secret of a server that none of `taken` has: it is a part of the definition, and people know it again in lists of secrets. */
export function createSecretId(server: string, field: string, taken: readonly string[]): string {
  const name = `${server}-${field}`;
  const slug = toSlug(name);
  // Nothing is left there of letters of most alphabets, and another device may name a secret at the same time.
  const base = /[^ -~]/.test(name) ? `${slug}-${toShortHash(name)}`.replace(/^-/, '') : slug || 'secret';
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.includes(id)) return id;
  }
}

/** A text in small letters, digits and dashes; texts that differ in other characters only may give the same. */
export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Eight digits that tell texts apart which are no secrets. */
export function toShortHash(text: string): string {
  return hashOf(Buffer.from(text)).slice(0, 8);
}
