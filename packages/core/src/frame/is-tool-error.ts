import type { Frame } from './frame.ts';

const LETTER_T = 0x74;

/** Whether the result of a call says that the tool did not work; of no other value of the flag it does. */
export function isToolError(answer: Frame): boolean {
  const flag = answer.result?.get('isError');
  return flag !== undefined && answer.bytes[flag.start] === LETTER_T;
}
