import type { Frame } from './frame.ts';

const LETTER_T = 0x74;

/** Whether a result says `isError: true`; any other value says nothing, and so does a result that names a member twice. */
export function isToolError(answer: Frame): boolean {
  const flag = answer.result?.get('isError');
  return flag !== undefined && answer.bytes[flag.start] === LETTER_T;
}
