import { setTimeout as wait } from 'node:timers/promises';
import { toVisibleJson, withDeadline, type YardAbout } from '@toolyard/core';
import { findRunningProgram, locateYard, nameConfiguration } from '@toolyard/host';
import { isAlive, readProcessStart, systemClock } from '@toolyard/node';
import type { YardProgramLink } from '@toolyard/runtime';
import { EXIT } from '../process/to-exit-code.ts';
import { runInterruptible } from '../process/run-interruptible.ts';
import { untilAborted } from '../process/until-aborted.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { checkNamedFile } from '../yard/check-named-file.ts';
import { nameProgram } from '../yard/name-program.ts';
import { createCommandLog, type CommonOptions } from '../yard/with-yard.ts';

const STEP_MS = 50;

/** Servers that do not end by themselves are killed long before. */
const GONE_WITHIN_MS = 20_000;

/** Programs that had joined the yard find out at once that it is gone. */
const TAKEN_OVER_WITHIN_MS = 500;

/**
 * What became of the yard: it was ended, it was asked to end and still runs, there was none, it runs in the foreground and is left
 * alone, or it is too old to tell and to be ended.
 */
type Ending = 'ended' | 'ending' | 'none' | 'foreground' | 'unknown';

/** `toolyard down`: ends the yard that runs in the background on this configuration, and waits until it is gone. */
export function runDown(
  options: CommonOptions,
  context: CommandContext,
  withinMs: number = GONE_WITHIN_MS,
): Promise<number> {
  const { terminal, surroundings } = context;
  return runInterruptible(terminal, async ({ signal }) => {
    const place = await locateYard(surroundings, options);
    const find: Find = () => findRunningProgram(place, createCommandLog(terminal, options));
    const found = await find();
    if (found === undefined) checkNamedFile(place);
    const about = found?.about;
    const ending = await endIn(found?.program, about, { ms: withinMs, signal });
    await found?.program.stop();
    const next = ending === 'ended' && clientsOf(about) > 0 ? await findNext(find, signal) : undefined;
    if (signal.aborted) return EXIT.interrupted;
    const screen = createScreen(terminal.stdout, surroundings.env);
    if (options.json === true) screen.line(toVisibleJson({ yard: ending, ...toShown(about, next) }, 2));
    else screen.line(describe(ending, { about, next, withinMs, configuration: nameConfiguration(place.file) }));
    return ending === 'ended' || ending === 'none' ? EXIT.done : EXIT.failed;
  });
}

/** Looks for the program that runs the yard; its version does not matter for ending it. */
type Find = () => ReturnType<typeof findRunningProgram>;

/** Ends a yard that runs in the background, and waits until its process is gone: its servers end after its socket. */
function endIn(
  program: YardProgramLink | undefined,
  about: YardAbout | undefined,
  limit: { readonly ms: number; readonly signal: AbortSignal },
): Promise<Ending> {
  if (program === undefined) return Promise.resolve('none');
  if (about === undefined) return Promise.resolve('unknown');
  if (!about.isBackground) return Promise.resolve('foreground');
  return withDeadline({ ...limit, clock: systemClock }, async (until) => {
    await Promise.race([askToEnd(program), untilAborted(until)]);
    while (!until.aborted && isRunning(about)) await wait(STEP_MS);
    return until.aborted ? 'ending' : 'ended';
  });
}

/** Asks it to end; resolves when nobody can join it any more. */
async function askToEnd(program: YardProgramLink): Promise<void> {
  await program.end();
  await program.ended;
}

/** Who runs the configuration now, where somebody does; "toolyard up", for example, had only joined while another one did. */
async function findNext(find: Find, signal: AbortSignal): Promise<YardAbout | undefined> {
  for (let waitedMs = 0; waitedMs < TAKEN_OVER_WITHIN_MS && !signal.aborted; waitedMs += STEP_MS) {
    const found = await find();
    await found?.program.stop();
    if (found?.about !== undefined) return found.about;
    await wait(STEP_MS);
  }
  return undefined;
}

/** Some containers never ask about orphans that have ended, so these count as alive for ever. */
function isRunning({ pid }: YardAbout): boolean {
  return pid !== undefined && isAlive(pid) && readProcessStart(pid)?.state !== 'Z';
}

function clientsOf(about: YardAbout | undefined): number {
  return (about?.links ?? 1) - 1;
}

function toShown(about: YardAbout | undefined, next: YardAbout | undefined): Record<string, unknown> {
  if (about === undefined) return {};
  const { isBackground: _told, links: _links, protocol: _protocol, ...shown } = about;
  const takenOver = next === undefined ? {} : { takenOverBy: { program: next.program, pid: next.pid, url: next.url } };
  return { ...shown, clients: clientsOf(about), ...takenOver };
}

/** What there is to tell beside how it ended. */
interface Told {
  readonly about: YardAbout | undefined;
  readonly next: YardAbout | undefined;
  readonly withinMs: number;
  readonly configuration: string;
}

function describe(ending: Ending, { about, next, withinMs, configuration }: Told): string {
  const background = `The background Toolyard for ${configuration}`;
  const program = nameProgram(about);
  const texts: Readonly<Record<Ending, string>> = {
    none: `No Toolyard is running for ${configuration}.`,
    foreground: `${program} runs ${configuration} in the foreground and was not stopped. Stop it where it was started.`,
    unknown:
      `An older Toolyard runs ${configuration}. It cannot be stopped from here. ` +
      'Stop it where it was started. If it runs in the background, it stops a few minutes after its last client.',
    ending: `${background} was asked to stop, but still runs after ${withinMs / 1000} s. Kill process ${about?.pid ?? '?'} yourself.`,
    ended: `${background} has stopped.${describeRest(clientsOf(about), next)}`,
  };
  return texts[ending];
}

function describeRest(clients: number, next: YardAbout | undefined): string {
  if (next?.isBackground === true) return ` A client started it again right away, as ${nameProgram(next)}.`;
  if (next !== undefined)
    return ` ${nameProgram(next)} had joined it and now runs the servers. Stop it where it was started.`;
  if (clients === 0) return '';
  return ` ${clients} client${clients === 1 ? ' was' : 's were'} connected; their next request starts it again.`;
}
