import { dropControlCharacters, toLine, toVisibleJson } from '@toolyard/core';
import type { BlockRun, Issue } from '@toolyard/documents';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen, type Screen, type Tone } from '../terminal/create-screen.ts';
import { CALLS_STOPPED } from '../terminal/render-calls.ts';
import { renderTable, type Cell } from '../terminal/render-table.ts';

/** What became of one file. */
export interface FileRun {
  /** As people call it: from the working directory where it lies there. */
  readonly file: string;
  readonly blocks: readonly BlockRun[];
  /** Problems of the note that belong to no block. */
  readonly issues: readonly Issue[];
  /** The limit of its session, where that refused blocks. */
  readonly spentLimit?: number | undefined;
  /** The person wanted out at a question. */
  readonly isInterrupted?: boolean;
}

const TONES: Readonly<Record<BlockRun['status'], Tone>> = {
  pending: 'quiet',
  success: 'good',
  error: 'bad',
  timeout: 'bad',
  cancelled: 'busy',
};

const WHY_NOT = {
  gone: 'its block is gone, so its result was not written',
  edited: 'its output was edited by hand and is kept; --force replaces it',
  unclosed: 'its fence or its result has no end, so nothing was written',
} as const;

/** The table and what people have to know besides, on stderr; or all of it as JSON on stdout. */
export function reportNoteRuns(
  runs: readonly FileRun[],
  { terminal, surroundings }: CommandContext,
  { json = false }: { readonly json?: boolean },
): void {
  if (json) return void terminal.stdout.write(`${toVisibleJson(toJson(runs), 2)}\n`);
  const screen = createScreen(terminal.stderr, surroundings.env);
  for (const { file, issues } of runs) {
    for (const { column, line, message, severity } of issues) {
      screen.line(`${file}:${line}:${column}: ${severity}: ${toLine(message)}`);
    }
  }
  printTable(runs, screen, ['FILE', 'LINE', 'TOOL', 'STATUS', 'MS']);
  for (const { file, blocks } of runs) for (const run of blocks) explain(file, run, screen);
}

/** Says what lets blocks run that were refused for what is set, not for what they are. */
export function reportRefusals(runs: readonly FileRun[], { terminal }: CommandContext, isStopped: boolean): void {
  for (const { file, spentLimit } of runs) {
    if (spentLimit === undefined) continue;
    const reached = `the session limit of ${spentLimit} call${spentLimit === 1 ? '' : 's'} was reached`;
    terminal.stderr.write(`${file}: ${reached}; use --session-limit N to allow more, or -1 for no limit\n`);
  }
  if (isStopped) terminal.stderr.write(`${CALLS_STOPPED}\n`);
}

/** What `--check` prints, on stdout. */
export function reportChecks(runs: readonly FileRun[], { terminal, surroundings }: CommandContext): void {
  const screen = createScreen(terminal.stdout, surroundings.env);
  for (const { file, blocks, issues } of runs) {
    for (const { line, tool, status, error } of blocks) {
      const word = status === 'error' ? screen.paint('bad', 'cannot run') : screen.paint('good', 'would run');
      screen.line(`${file}:${line}: ${toLine(tool)} ${word}${error === undefined ? '' : `: ${toLine(error)}`}`);
    }
    for (const { line, message, severity } of issues) screen.line(`${file}:${line}: ${severity}: ${toLine(message)}`);
  }
}

function printTable(runs: readonly FileRun[], screen: Screen, header: readonly string[]): void {
  const rows = runs.flatMap(({ file, blocks }) =>
    blocks.map(({ line, tool, status, ms, notWritten }): Cell[] => [
      { text: file },
      { text: String(line) },
      { text: toLine(tool) },
      notWritten === 'edited' ? { text: 'kept' } : { text: status, paint: (text) => screen.paint(TONES[status], text) },
      { text: String(Math.round(ms)) },
    ]),
  );
  if (rows.length === 0) return screen.line('No tool blocks.');
  const paintHeader = (text: string): string => screen.paint('quiet', text);
  const width = screen.width === undefined ? {} : { width: screen.width };
  for (const line of renderTable(rows, { header, paintHeader, ...width })) screen.line(line);
}

function explain(file: string, { error, line, notWritten, output, tool }: BlockRun, screen: Screen): void {
  const place = `${file}:${line}: ${toLine(tool)}`;
  if (error !== undefined) screen.line(`${place}: ${toLine(error)}`);
  if (notWritten !== undefined) screen.line(`${place}: ${WHY_NOT[notWritten]}`);
  if (output !== undefined && output !== '') screen.line(dropControlCharacters(output));
}

function toJson(runs: readonly FileRun[]): unknown {
  return {
    files: runs.map(({ file, blocks, issues }) => ({
      file,
      blocks: blocks.map(({ ms, ...run }) => ({ ...run, ms: Math.round(ms) })),
      ...(issues.length === 0 ? {} : { issues }),
    })),
  };
}
