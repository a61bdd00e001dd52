import { createSecretMask } from '../process/create-secret-mask.ts';
import { maskNamedValues } from './mask-named-values.ts';

/** Takes secrets out of a text. */
export type Redactor = (text: string) => string;

const MAX_LENGTH = 8192;

/**
 * Makes a redactor for the given values (those of 6 characters and more, also URL-encoded, in JSON and in base64) and
 * for whatever stands under a name like token or password. Texts over `maxLength` characters are cut.
 */
export function createRedactor(secrets: readonly string[], maxLength: number = MAX_LENGTH): Redactor {
  const mask = createSecretMask(secrets.flatMap((secret) => [secret, ...toBase64Forms(secret)]));
  return (text) => {
    const isCut = text.length > maxLength;
    const masked = maskNamedValues(mask(isCut ? text.slice(0, maxLength) : text, isCut));
    return isCut ? `${masked}…` : masked;
  };
}

/** How a secret looks in base64 wherever it begins, e.g. after `user:`; only the characters that it alone decides. */
function toBase64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor((shifted.length * 8) / 6);
    return [shifted.toString('base64').slice(start, end), shifted.toString('base64url').slice(start, end)];
  });
}
