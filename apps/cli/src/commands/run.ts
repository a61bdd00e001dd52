import { joinSignals } from '@toolyard/core';
import { createBlockLocks } from '@toolyard/documents';
import {
  checkNote,
  createNoteSessions,
  createSelection,
  findNotes,
  locateYard,
  readNotes,
  selectNeeded,
  watchNotes,
  type KnownBlocks,
} from '@toolyard/host';
import { reportChecks, reportRefusals, reportNoteRuns, type FileRun } from '../documents/report-note-runs.ts';
import { nameFile, runFile, toFileRun, type RunWork } from '../documents/run-file.ts';
import type { FailOn, RunOptions } from '../documents/run-options.ts';
import { untilAborted } from '../process/until-aborted.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT, toSignalExitCode } from '../process/to-exit-code.ts';
import { WAIT_MS, waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type WithYardOptions, type YardUse } from '../yard/with-yard.ts';

/** `toolyard run`: the tool blocks of notes, on the running yard, else on the servers that they need. */
export async function runRun(options: RunOptions, context: CommandContext): Promise<number> {
  const { surroundings } = context;
  const files = await findNotes(options.files, surroundings.cwd);
  const notes = await readNotes(files, {
    place: await locateYard(surroundings, options),
    cwd: surroundings.cwd,
  });
  // A note that is watched may name any server later, also one that is new by then.
  const wanted: Partial<WithYardOptions> =
    options.watch === true ? { follows: true } : { select: (all) => selectNeeded(all, notes) };
  const shared = { context, options, locks: createBlockLocks(), sessionOf: createNoteSessions() };
  const known: KnownBlocks = new Map();
  let isWatching = false;
  async function runOn(use: YardUse): Promise<number> {
    const work = { ...shared, use };
    if (options.check === true) return check(files, work);
    if (!isWatching) {
      const runs = await runFiles(files, work);
      reportNoteRuns(runs, context, options);
      reportRefusals(runs, context, use.yard.calls.isStopped());
      const isOver = use.signal.aborted || runs.some(({ isInterrupted }) => isInterrupted === true);
      if (options.watch !== true || isOver) return codeOf(runs, options.failOn);
    }
    await watch(files, work, known);
    isWatching = !use.signal.aborted;
    return toSignalExitCode(use.signal.reason);
  }
  for (;;) {
    const code = await withYard(context, { ...options, ...wanted }, runOn);
    if (!isWatching) return code;
    context.terminal.stderr.write('The Toolyard that ran the servers has stopped.\n');
  }
}

async function check(files: readonly string[], { context, options, use }: RunWork): Promise<number> {
  const { surroundings } = context;
  await waitForServers(use.yard, context, { ms: WAIT_MS, signal: use.signal });
  const runs = await Promise.all(
    files.map(async (file) => {
      const select = createSelection(options, nameFile(file, surroundings));
      return toFileRun(file, await checkNote(context, use, { file, select }), { context, use });
    }),
  );
  if (options.json === true) reportNoteRuns(runs, context, options);
  else reportChecks(runs, context);
  return codeOf(runs, options.failOn);
}

/** One file after the other, so that what is printed has their order. */
async function runFiles(files: readonly string[], work: RunWork): Promise<readonly FileRun[]> {
  const { context, options, use } = work;
  const runs: FileRun[] = [];
  for (const file of files) {
    if (use.signal.aborted || runs.at(-1)?.isInterrupted === true) break;
    runs.push(await runFile(file, work, createSelection(options, nameFile(file, context.surroundings))));
  }
  return runs;
}

/** Runs what is new or was changed, each time a file is saved, until the signal or the end of a yard of another process. */
async function watch(files: readonly string[], work: RunWork, known: KnownBlocks): Promise<void> {
  const { context, options, use } = work;
  const { terminal, surroundings } = context;
  const gone = new AbortController();
  void use.gone?.then(() => gone.abort());
  const { signal, release } = joinSignals(use.signal, gone.signal);
  const watching = await watchNotes(files, {
    yard: use.yard,
    cwd: surroundings.cwd,
    signal,
    known,
    async run(file, isChanged) {
      // Lines move with every edit, so `--line` is about the first run alone.
      const choice = options.section === undefined ? {} : { section: options.section };
      const isSelected = createSelection(choice, nameFile(file, surroundings));
      const run = await runFile(file, work, (block, note) => isSelected(block, note) && isChanged(block));
      reportNoteRuns([run], context, options);
      reportRefusals([run], context, use.yard.calls.isStopped());
    },
    onError: (error) => terminal.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
  });
  const forget = use.yard.on(({ type }) => {
    if (type === 'configuration-changed') terminal.stderr.write('Reloaded the configuration.\n');
  });
  terminal.stderr.write(
    `Watching ${files.map((file) => nameFile(file, surroundings)).join(', ')}. Press Ctrl-C to stop.\n`,
  );
  await untilAborted(signal);
  release();
  forget();
  await watching.close();
}

/** The exit code of a run. */
function codeOf(runs: readonly FileRun[], failOn: FailOn = 'error'): number {
  if (runs.some(({ isInterrupted }) => isInterrupted === true)) return EXIT.interrupted;
  if (failOn === 'never') return EXIT.done;
  const blocks = runs.flatMap((run) => run.blocks);
  // What was kept was not run, so its old status says nothing about this run.
  const hasFailed = blocks.some((run) => run.error !== undefined);
  const hasMissed = failOn === 'any' && blocks.some((run) => run.notWritten !== undefined);
  const isWrong = runs.some(({ issues }) => issues.some(({ severity }) => severity === 'error'));
  return hasFailed || hasMissed || isWrong ? EXIT.failed : EXIT.done;
}
