import type { HelpContext } from './complete-at.ts';

/** A line of three backticks or tildes, maybe in a list or a quote, with the first word behind them. */
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}|~{3,})[ \t]*(\S*)/;

/** How far above a line its fence is looked for. */
const MOST_LINES = 200;

/** The lines of a text that is being written. */
export interface EditedLines {
  /** The line that is written in; the first is 0. */
  readonly line: number;
  readonly lineAt: (line: number) => string;
  /** Somebody asks for help: then also at a fence without a language, which who only types may be about to leave so. */
  readonly isAsked?: boolean;
}

/**
 * Whether a line may stand in a tool block, or name the language of one: the nearest fence above it has the language of one. Costs little, so that notes are
 * read for help only where there may be some.
 */
export function isNearBlock(
  { line, lineAt, isAsked = false }: EditedLines,
  help: () => Pick<HelpContext, 'servers'>,
): boolean {
  const own = FENCE.exec(lineAt(line))?.[1];
  if (own !== undefined) return isAsked || own !== '';
  for (let above = line - 1; above >= 0 && above >= line - MOST_LINES; above--) {
    const language = FENCE.exec(lineAt(above))?.[1];
    if (language === 'mcp') return true;
    if (language !== undefined) return help().servers.some(({ key }) => key === language);
  }
  return false;
}
