import { onAbort, toMessage, ToolyardError, type Clock } from '@toolyard/core';
import { joinYard, listConfigurationFiles, watchFile } from '@toolyard/node';
import { toFindOptions } from '../../configuration/to-find-options.ts';
import { locateEngine } from '../engine/engine-place.ts';
import type { HooksEvent } from '../engine/hooks-event.ts';
import { untilHooksChange } from '../read/follow-hooks.ts';
import { formatFinding } from '../read/hooks-finding.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import { acquireWatch, type WatchOptions } from './acquire-watch.ts';

/** Whose hooks are kept running, and beside what. */
export interface KeepWatchOptions extends WatchOptions {
  readonly clock: Clock;
  /** Reads the hooks as their files are now, right or wrong. */
  read(): Promise<OpenHooks>;
  /** Whether these hooks are run here; asked again when a file of hooks changed. */
  mayRun(opened: OpenHooks): Promise<boolean>;
}

/** Before something that failed is tried again, unless its configuration changes before, in milliseconds. */
const RETRY_MS = 5000;

/** Before it is looked again whether another process is gone, in milliseconds. */
const PAUSE_MS = 1000;

/**
 * Runs the hooks of a workspace beside something else, until the signal is aborted: as soon as there are any, as soon as their files are
 * right, and as soon as no other process does. Never rejects: what is in the way is told.
 */
export async function keepWatch(options: KeepWatchOptions): Promise<void> {
  const { clock, signal } = options;
  const onEvent = tellOnce((event) => options.onEvent(event));
  while (!signal.aborted) {
    let opened: OpenHooks | undefined;
    try {
      opened = await options.read();
      if (await isReady(opened, options, onEvent)) await watchOnce(opened, { ...options, onEvent });
      else await untilHooksChange(opened, signal);
    } catch (error) {
      if (signal.aborted) return;
      onEvent({ type: 'watch-failed', message: toMessage(error) });
      await untilRetry(opened, clock, signal);
    }
  }
}

/** What keeps hooks from running is told when it begins, and not at each try. */
function tellOnce(tell: (event: HooksEvent) => void): (event: HooksEvent) => void {
  let told = '';
  return (event) => {
    const isObstacle =
      event.type === 'watch-failed' || event.type === 'watch-elsewhere' || event.type === 'hooks-wrong';
    const text = isObstacle ? JSON.stringify(event) : '';
    if (event.type === 'watch-started') told = '';
    if (isObstacle && text === told) return;
    if (isObstacle) told = text;
    tell(event);
  };
}

async function isReady(
  opened: OpenHooks,
  { mayRun }: KeepWatchOptions,
  onEvent: (event: HooksEvent) => void,
): Promise<boolean> {
  const { hooks, findings, files } = opened;
  if (hooks.length === 0 && findings.length === 0 && files.workspace === undefined) return false;
  if (!(await mayRun(opened))) return false;
  if (findings.length > 0) onEvent({ type: 'hooks-wrong', lines: findings.map((finding) => formatFinding(finding)) });
  return findings.length === 0 && hooks.length > 0;
}

async function watchOnce(opened: OpenHooks, options: KeepWatchOptions): Promise<void> {
  const { workspace, surroundings } = opened;
  const lease = await acquireWatch(opened).catch((error: unknown) => {
    if (ToolyardError.is(error) && error.code === 'socket-unavailable') return undefined;
    throw error;
  });
  if (lease === undefined) {
    options.onEvent({ type: 'watch-elsewhere', workspace });
    const { watch } = await locateEngine(surroundings, workspace);
    await untilFree(watch, options.clock, options.signal);
    return;
  }
  try {
    await lease.run(options);
  } finally {
    await lease.release();
  }
}

/** Resolves when whoever holds the socket may be gone. An older version of Toolyard ends every link at once, so it is not asked too often. */
async function untilFree(path: string, clock: Clock, signal: AbortSignal): Promise<void> {
  const startedAt = clock.now();
  const link = await joinYard(path);
  if (link === undefined) return;
  const takeBack = onAbort(signal, () => void link.close());
  await link.closed;
  takeBack();
  if (clock.now() - startedAt < PAUSE_MS) await pause(clock, PAUSE_MS, signal);
}

/** Resolves when what failed may succeed: after a while, when the configuration changed, or when the signal is aborted. */
async function untilRetry(opened: OpenHooks | undefined, clock: Clock, signal: AbortSignal): Promise<void> {
  const files = opened === undefined ? [] : listConfigurationFiles(toFindOptions(opened.surroundings, opened.named));
  const changed = new AbortController();
  const watches = files.map((file) => watchFile(file, () => changed.abort()));
  const takeBack = onAbort(signal, () => changed.abort());
  await pause(clock, RETRY_MS, changed.signal);
  takeBack();
  for (const watch of watches) watch.close();
}

/** Resolves after the time, or when the signal is aborted. */
async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  let takeBack = (): void => undefined;
  let stopWaiting = (): void => undefined;
  await new Promise<void>((resolve) => {
    stopWaiting = clock.after(ms, resolve);
    takeBack = onAbort(signal, resolve);
  });
  stopWaiting();
  takeBack();
}
