import { toVisibleLine } from '@toolyard/core';
import type { QuestionSource } from '@toolyard/host';

/** Says which server wants what, and for which call. */
export function toQuestionTitle({ server, tool }: QuestionSource, what = 'asks'): string {
  const name = `Server "${toVisibleLine(server)}" ${what}`;
  return tool === undefined ? name : `${name} (for ${toVisibleLine(tool)})`;
}
