import { Help } from 'commander';

const NARROWEST = 30;
const INDENT = ' '.repeat(6);

/** One line of a help's list; on a narrow terminal the description stands below its term instead of beside it. */
export function formatHelpItem(term: string, termWidth: number, description: string, helper: Help): string {
  const width = helper.helpWidth ?? 80;
  const beside = width - termWidth - 4;
  if (beside >= NARROWEST || description === '') {
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
  }
  const below = helper.boxWrap(description, width - INDENT.length);
  return `  ${term}\n${INDENT}${below.replaceAll('\n', `\n${INDENT}`)}`;
}
