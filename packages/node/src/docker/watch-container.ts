import { ToolyardError, type DockerServer } from '@toolyard/core';
import { systemDelay } from '../clock/system-delay.ts';
import type { DockerClient } from './create-docker-client.ts';
import { parseEvent, type ContainerEvent } from './parse-docker-reply.ts';

/** How a container ended. */
export interface ContainerExit {
  /** Reads on after `Server "x" `. */
  readonly reason: string;
}

/** Someone who hears of a container's end. */
export interface ContainerWatch {
  /** Resolves when the container has ended, or when nothing can be heard of it any more. */
  readonly exited: Promise<ContainerExit>;
  stop(): void;
}

/** Events of the last hour are told too, so that none is missed however late the watch begins and however wrong a clock is. */
const BACK_SECONDS = 3600;
// News of a lack of memory, which only a container with a limit has, may come just after that of the end.
const LATE_NEWS_MS = 250;
const KILLED = 137;
const AGAIN_MS = 1000;
const LOST = 'lost its connection to Docker';

const SIGNALS: Readonly<Record<number, string>> = { 134: 'SIGABRT', 137: 'SIGKILL', 139: 'SIGSEGV', 143: 'SIGTERM' };

/** Listens for what becomes of a container. */
export function watchContainer(engine: DockerClient, id: string, docker: DockerServer['docker']): ContainerWatch {
  const ending = new AbortController();
  let exitCode: number | undefined;
  let isOutOfMemory = false;
  let finish: (exit: ContainerExit) => void = () => undefined;
  const exited = new Promise<ContainerExit>((resolve) => (finish = resolve));

  function tell(): void {
    // Where a child of it was the victim it may go on for long, and end well.
    const reason = isOutOfMemory && exitCode !== 0 ? explainMemory(docker) : describeExit(exitCode);
    finish({ reason });
    ending.abort();
  }

  function take(event: ContainerEvent): void {
    if (event.action === 'oom') isOutOfMemory = true;
    if (event.action === 'die' || event.action === 'died') {
      exitCode = event.exitCode;
      if (exitCode === KILLED && docker.memoryMb !== undefined) setTimeout(tell, LATE_NEWS_MS);
      else tell();
    }
    if (event.action === 'destroy' || event.action === 'remove') tell();
  }

  void listen(engine, id, { signal: ending.signal, take }).then(() => {
    if (!ending.signal.aborted) finish({ reason: exitCode === undefined ? LOST : describeExit(exitCode) });
  });
  return { exited, stop: () => ending.abort() };
}

/** Resolves when the container is gone, or the engine is. A stream that broke off, as proxies do, is taken up again. */
async function listen(
  engine: DockerClient,
  id: string,
  { signal, take }: { readonly signal: AbortSignal; take(event: ContainerEvent): void },
): Promise<void> {
  const since = String(Math.floor(Date.now() / 1000) - BACK_SECONDS);
  const query = { since, filters: JSON.stringify({ type: ['container'], container: [id] }) };
  const path = `/containers/${encodeURIComponent(id)}/json`;
  try {
    for (;;) {
      await engine.follow({ method: 'GET', path: '/events', query, signal }, (value) => take(parseEvent(value)));
      if ((await engine.ask({ method: 'GET', path, signal })).status !== 200) return;
      await systemDelay(AGAIN_MS);
    }
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
  }
}

function describeExit(code: number | undefined): string {
  if (code === undefined) return 'was removed';
  const signal = SIGNALS[code];
  return signal === undefined ? `exited with code ${code}` : `exited with code ${code} (${signal})`;
}

function explainMemory({ memoryMb }: DockerServer['docker']): string {
  return memoryMb === undefined
    ? 'ran out of memory and was stopped. Give Docker more memory'
    : `ran out of memory and was stopped: its limit is ${memoryMb} MB. Raise "memoryMb" in "docker"`;
}
