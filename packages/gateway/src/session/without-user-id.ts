import { decodeSpan, type Frame } from '@toolyard/core';

const USER_ID = 'user_id';

/**
 * The same message, which does not say who its user is.
 *
 * Servers believe `_meta.user_id`, so it may only come from whoever runs as the user already, and not from the network.
 */
export function withoutUserId(frame: Frame): Frame {
  const span = frame.paramSpan('_meta');
  if (span === undefined || frame.bytes[span.start] !== 0x7b) return frame;
  const members = frame.meta;
  if (members?.has(USER_ID) === false) return frame;
  const kept = members === undefined ? readMembers(frame.param('_meta')) : [...members].map(toText);
  const texts = kept.filter(([name]) => name !== USER_ID).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return frame.edited([{ span, text: `{${texts.join(',')}}` }]);

  function toText([name, value]: readonly [string, { start: number; end: number }]): [string, string] {
    return [name, decodeSpan(frame.bytes, value)];
  }
}

/** One that names a member twice could be read in two ways, so what JavaScript reads in it is written anew. */
function readMembers(meta: unknown): [string, string][] {
  return Object.entries({ ...Object(meta) }).map(([name, value]) => [name, JSON.stringify(value)]);
}
