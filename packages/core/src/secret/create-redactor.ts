import { createSecretMask, type SecretMask } from './create-secret-mask.ts';
import { maskText } from './mask-text.ts';

const MAX_LENGTH = 8192;

/**
 * The one way in which secrets are taken out of texts: makes a mask for the given values (those of 6 characters and more,
 * in every form of `createSecretMask`) and for whatever stands under the name of a secret. Texts over `maxLength`
 * characters are cut.
 */
export function createRedactor(secrets: readonly string[], maxLength: number = MAX_LENGTH): SecretMask {
  const mask = createSecretMask(secrets);
  return (text, wasCut = false) => {
    const isCut = text.length > maxLength;
    const masked = maskText(mask(isCut ? text.slice(0, maxLength) : text, isCut || wasCut));
    return isCut ? `${masked}…` : masked;
  };
}
