import { toTextWithout, type Frame } from '@toolyard/core';

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
  const text = members === undefined ? rewrite(frame.param('_meta')) : toTextWithout(frame.bytes, members, [USER_ID]);
  return frame.edited([{ span, text }]);
}

/** One that names a member twice could be read in two ways, so what JavaScript reads in it is written anew. */
function rewrite(meta: unknown): string {
  const { [USER_ID]: _, ...kept }: Readonly<Record<string, unknown>> = { ...Object(meta) };
  return JSON.stringify(kept);
}
