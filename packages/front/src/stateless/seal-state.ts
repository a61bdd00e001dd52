import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Closes texts so that only this seal can read them, and notices every change. */
export interface Seal {
  close(text: string): string;
  /** `undefined` where this seal did not close it, or somebody changed it. */
  open(sealed: string): string | undefined;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LONGEST = 1000;

/** A seal with a key that nobody else ever has: what it closed is of no use after this process. */
export function createSeal(): Seal {
  const key = randomBytes(32);
  return {
    close(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed) {
      const bytes = sealed.length > LONGEST ? Buffer.alloc(0) : Buffer.from(sealed, 'base64url');
      // Decoding skips what is no Base64, which would let changed texts through.
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(text).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
