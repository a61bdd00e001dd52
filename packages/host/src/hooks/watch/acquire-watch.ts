import { realpath } from 'node:fs/promises';
import { ToolyardError, onAbort } from '@toolyard/core';
import { listenExclusively, resolvePlaces } from '@toolyard/node';
import type { EngineLease } from '../engine/acquire-engine.ts';
import { locateEngine } from '../engine/engine-place.ts';
import type { HooksEvent } from '../engine/hooks-event.ts';
import { useHookYard, type UsedHookYard } from '../engine/use-hook-yard.ts';
import { waitForEngine } from '../engine/wait-for-engine.ts';
import type { OpenHooks } from '../read/open-hooks.ts';
import type { WebhookEntry } from '../webhook/create-webhook-entry.ts';
import type { OfferedYard } from '../engine/create-offered-yard.ts';
import { openWatch } from './open-watch.ts';

/** The right to watch a workspace, which one process at a time has. */
export interface WatchLease {
  /** Runs the hooks when something happens, until the signal is aborted. */
  run(options: WatchOptions): Promise<void>;
  release(): Promise<void>;
}

/** Takes the right to watch a workspace; throws `socket-unavailable` where another process has it. */
export async function acquireWatch(opened: OpenHooks): Promise<WatchLease> {
  const { host, surroundings, workspace } = opened;
  const { engine, watch } = await locateEngine(surroundings, workspace);
  // Whoever waits for the end of this watch hears it by the end of its link.
  const socket = await listenExclusively({ path: watch, onLink: () => undefined });
  if (socket === undefined) {
    const message = `${workspace} is already being watched. To see what happens there, run "toolyard hooks log --follow".`;
    throw new ToolyardError('socket-unavailable', message);
  }
  return {
    async run(options) {
      const { signal, onEvent } = options;
      const onWait = (): void => onEvent({ type: 'engine-awaited' });
      const lease = await waitForEngine({ path: engine, workspace, clock: host.clock, signal, onWait });
      if (lease === undefined) return;
      try {
        await watchWorkspace(opened, lease, options);
      } finally {
        await lease.release();
      }
    },
    release: () => socket.close(),
  };
}

/** How a workspace is watched. */
export interface WatchOptions {
  /** Ends it. */
  readonly signal: AbortSignal;
  onEvent(event: HooksEvent): void;
  /** Where webhooks come in, if they do. */
  readonly webhooks?: Pick<WebhookEntry, 'serve'>;
  /** The yard of the program that hooks are run by; found or started for them where it is absent. */
  readonly offered?: Pick<OfferedYard, 'use'>;
  /** Hears on which yard the hooks run from now on, and `undefined` when it ends. */
  onYard?(used: UsedHookYard | undefined): void;
}

/** Runs the hooks of a workspace when something happens in it, until the signal is aborted; `lease` is that of its engine. */
async function watchWorkspace(opened: OpenHooks, lease: EngineLease, options: WatchOptions): Promise<void> {
  const { signal, onEvent, onYard, webhooks, offered } = options;
  const own = await findOwnFolders(opened);
  let takeBack = (): void => undefined;
  const asked = new Promise<void>((resolve) => (takeBack = onAbort(signal, resolve)));
  let { hooks } = opened;
  const watchOn = async (used: UsedHookYard): Promise<void> => {
    try {
      const watch = await openWatch({ opened: { ...opened, hooks }, lease, used, asked, onEvent, own, webhooks });
      onYard?.(used);
      const why = await watch.over;
      hooks = watch.hooks();
      await watch.close(why);
    } finally {
      onYard?.(undefined);
    }
  };
  try {
    while (!signal.aborted) await useHookYard(opened, { hooks, others: 'in reach', signal, offered }, watchOn);
  } finally {
    takeBack();
  }
}

/** Where Toolyard itself writes, which may lie in the workspace. */
function findOwnFolders({ surroundings, folder: kept }: OpenHooks): Promise<readonly string[]> {
  const { stateDir, dataDir } = resolvePlaces(surroundings);
  return Promise.all([stateDir, dataDir, kept].map((folder) => realpath(folder).catch(() => folder)));
}
