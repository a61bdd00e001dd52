import { setTimeout as wait } from 'node:timers/promises';
import { toVisibleJson, type YardAbout } from '@toolyard/core';
import { joinRunningYard, locateYard, nameConfiguration } from '@toolyard/host';
import { isAlive, readProcessStart } from '@toolyard/node';
import type { JoinedYard } from '@toolyard/runtime';
import { EXIT } from '../process/to-exit-code.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { checkNamedFile } from '../yard/check-named-file.ts';
import { nameProgram } from '../yard/name-program.ts';
import { createCommandLog, type CommonOptions } from '../yard/with-yard.ts';

const STEP_MS = 50;

/** Servers that do not end by themselves are killed long before. */
const GONE_WITHIN_MS = 20_000;

/** What became of the yard: it was ended, there was none, or it runs in the foreground and is left alone. */
type Ending = 'ended' | 'none' | 'foreground';

/** `toolyard down`: ends the yard that runs in the background on this configuration, and waits until it is gone. */
export function runDown(options: CommonOptions, context: CommandContext): Promise<number> {
  const { terminal, surroundings } = context;
  return runInterruptible(terminal, async ({ signal }) => {
    const place = await locateYard(surroundings, options);
    const joined = await joinRunningYard(place, createCommandLog(terminal, options));
    if (joined === undefined) checkNamedFile(place);
    const about = await joined?.about();
    const ending: Ending = joined === undefined ? 'none' : about?.isBackground === true ? 'ended' : 'foreground';
    if (joined !== undefined && ending === 'ended') await end(joined, about?.pid, signal);
    await joined?.stop();
    if (signal.aborted) return EXIT.interrupted;
    const screen = createScreen(terminal.stdout, surroundings.env);
    if (options.json === true) screen.line(toVisibleJson({ yard: ending, ...toShown(about) }, 2));
    else screen.line(describe(ending, about, nameConfiguration(place.file)));
    return ending === 'foreground' ? EXIT.failed : EXIT.done;
  });
}

async function end(joined: JoinedYard, pid: number | undefined, signal: AbortSignal): Promise<void> {
  await joined.end();
  await joined.ended;
  // Nobody can join it from now on, but its servers are only ending.
  for (let waitedMs = 0; waitedMs < GONE_WITHIN_MS; waitedMs += STEP_MS) {
    if (pid === undefined || !isRunning(pid) || signal.aborted) return;
    await wait(STEP_MS);
  }
}

/** Some containers never ask about orphans that have ended, so these count as alive for ever. */
function isRunning(pid: number): boolean {
  return isAlive(pid) && readProcessStart(pid)?.state !== 'Z';
}

function toShown(about: YardAbout | undefined): Record<string, unknown> {
  if (about === undefined) return {};
  const { isBackground: _told, links, ...shown } = about;
  return { ...shown, clients: links - 1 };
}

function describe(ending: Ending, about: YardAbout | undefined, configuration: string): string {
  if (ending === 'none') return `No Toolyard runs on ${configuration}.`;
  if (ending === 'foreground') {
    return `${configuration} is run by ${nameProgram(about)} in the foreground, which was left alone. End it where it was started.`;
  }
  const clients = (about?.links ?? 1) - 1;
  const left = `${clients} client${clients === 1 ? ' was' : 's were'} connected; what they ask next starts it again.`;
  return `The Toolyard in the background on ${configuration} ended.${clients > 0 ? ` ${left}` : ''}`;
}
