import type { ServerStatus } from '@toolyard/core';
import type { ServerLife } from './server-life.ts';

/** A life as people and programs see it. The number of tools is the catalogue's to know; a yard for one command ends before the next try. */
export function toServerStatus(
  key: string,
  life: ServerLife,
  { tools = 0, isForOneCommand = false }: { readonly tools?: number; readonly isForOneCommand?: boolean },
): ServerStatus {
  const { failure, state } = life;
  const phase = state === 'starting' ? life.phase : failure?.phase;
  return {
    key,
    state,
    tools,
    failures: life.failures,
    ...(life.latencyMs === undefined ? {} : { latencyMs: life.latencyMs }),
    ...(phase === undefined ? {} : { phase }),
    ...(failure === undefined ? {} : { reason: failure.reason }),
    ...(failure?.code === undefined ? {} : { code: failure.code }),
    ...(failure === undefined || failure.lastLines.length === 0 ? {} : { lastLines: failure.lastLines }),
    ...toTimes({
      lastAttemptAt: life.lastAttemptAt,
      lastConnectedAt: life.lastConnectedAt,
      lastFailureAt: life.lastFailureAt,
      lastPingAt: life.lastPingAt,
      nextTryAt: isForOneCommand ? undefined : life.nextTryAt,
      autoDisabledAt: life.autoDisabledAt,
    }),
    retries: life.retries,
    history: life.history.map(({ at, ...attempt }) => ({ at: new Date(at).toISOString(), ...attempt })),
  };
}

function toTimes<Name extends string>(
  times: Readonly<Record<Name, number | undefined>>,
): Partial<Record<Name, string>> {
  const known: Partial<Record<Name, string>> = {};
  for (const name in times) {
    const time = times[name];
    if (time !== undefined) known[name] = new Date(time).toISOString();
  }
  return known;
}
