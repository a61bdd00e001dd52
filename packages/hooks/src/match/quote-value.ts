import { cutText, isJsonObject } from '@toolyard/core';

const MAX_SHOWN = 60;
const MAX_TEXT = 200;

/** Only so much of a text is looked at; no secret is longer. */
const LOOKED_AT = 16_384;

/** Takes secrets out of a value. */
export type Redact = (value: unknown) => unknown;

/** A value as reasons show it, by the name that it stands under: as JSON, without secrets, cut where it is long. */
export type Quote = (name: string, value: unknown) => string;

/** Secrets are taken out before values are cut, since part of one would not be known again. */
export function createQuote(redact: Redact): Quote {
  return (name, value) => {
    const field = name.slice(name.lastIndexOf('.') + 1);
    const shown = redact({ [field]: typeof value === 'string' ? value.slice(0, LOOKED_AT) : value });
    return quoteValue(isJsonObject(shown) ? shown[field] : shown);
  };
}

function quoteValue(value: unknown): string {
  // Cut before and after, so that a huge text is never written out whole.
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_SHOWN + 1) : value) ?? 'nothing';
  if (text.length <= MAX_SHOWN + 2) return text;
  return typeof value === 'string' ? `${cutText(text, MAX_SHOWN)}"` : cutText(text, MAX_SHOWN);
}

/** A text as reasons show it: as it is, cut where it is long. */
export function toShownText(text: string): string {
  return cutText(text, MAX_TEXT);
}
