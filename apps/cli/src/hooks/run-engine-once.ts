import { toMessageText } from '@toolyard/core';
import type { EngineEvent, RunRecord } from '@toolyard/hooks';
import { createScreen } from '../terminal/create-screen.ts';
import { EXIT } from '../to-exit-code.ts';
import { withYard, type YardUse } from '../yard/with-yard.ts';
import { describeLeft, describeStop } from './describe-stop.ts';
import type { Entering } from './entering.ts';
import type { HeldEngine } from './hold-engine.ts';
import { findAllowed } from './judge-hooks.ts';
import { openEngine, type OpenEngine } from './open-engine.ts';
import { renderRun } from './render-run.ts';
import { selectHookServers } from './select-hook-servers.ts';

/** Runs the hooks of a workspace until an event, and whatever else came meanwhile, is done with. */
export async function runEngineOnce(entering: Entering, held: HeldEngine): Promise<number> {
  const { host, options } = entering.read;
  const select = selectHookServers(await findAllowed(entering.read), 'left out');
  return withYard(host, { ...options, select }, async (use) => {
    if (use.signal.aborted) return EXIT.interrupted;
    const opened = await openEngine({ read: entering.read, use, onEvent: createListener(entering) });
    if (opened.left > 0) host.stderr.write(`${describeLeft(opened.left)}\n`);
    held.serve(opened.engine);
    try {
      return await runToEnd(entering, { opened, held, use });
    } finally {
      held.pause();
      await opened.close();
      if (use.signal.aborted) host.stderr.write(`${describeStop(opened.pending())}\n`);
      // Whoever comes next can have the engine while the servers of this one are ending.
      await held.release();
    }
  });
}

interface Running {
  readonly opened: OpenEngine;
  readonly held: HeldEngine;
  readonly use: Pick<YardUse, 'signal'>;
}

async function runToEnd({ event, report }: Entering, { opened, held, use }: Running): Promise<number> {
  const { engine } = opened;
  const stopped = new Promise<undefined>((resolve) => {
    use.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    if (use.signal.aborted) resolve(undefined);
  });
  // What was not taken yet is not wanted any more.
  if (use.signal.aborted) return EXIT.interrupted;
  const { ended } = await engine.enter([event]);
  const records = await Promise.race([ended, stopped]);
  if (records === undefined) return EXIT.interrupted;
  const code = await report(records);
  await Promise.race([held.becomeQuiet(), stopped]);
  return code;
}

/** Tells what happens besides the event of the command: that comes as its result. */
function createListener({ read, event }: Entering): (event: EngineEvent) => void {
  const screen = createScreen(read.host.stderr, read.host.env);
  const isOwn = (record: RunRecord): boolean => record.event.id === event.id;
  return (told) => {
    if (told.type === 'trouble') screen.line(`warning: ${toMessageText(told.message)}`);
    if (told.type === 'run-ended' && !isOwn(told.record) && told.record.attempts > 0) {
      screen.line(renderRun(told.record, screen));
    }
  };
}
