import { ToolyardError, type Log } from '@toolyard/core';
import type { NamedConfiguration } from '../configuration/to-find-options.ts';
import type { Host } from '../ports/host.ts';
import { joinRunningYard } from './join-running-yard.ts';
import { locateYard, nameConfiguration, type YardPlace } from './locate-yard.ts';
import { startYard } from './start-yard.ts';
import { toFollowing, toUsed, type ClosableYard } from './use-yard.ts';

/** Which yard is opened. */
export interface OpenYardOptions extends NamedConfiguration {
  /** What people see of the log; warnings and errors become notices where it is absent. */
  readonly shown?: Log;
  /** Aborted, it takes back what people are asked before servers start; rejects with `interrupted` then. */
  readonly signal?: AbortSignal;
}

/** Of several that open at the same moment one starts the yard, and it may end before the others have joined. */
const TRIES = 5;

/**
 * Joins the yard that runs on a configuration, else starts it in this process, where others can join it and it follows
 * its file. Rejects with `config-invalid` and `config-not-approved`; where the yard of another process is `gone`, open
 * it again.
 */
export async function openYard(host: Host, options: OpenYardOptions = {}): Promise<ClosableYard> {
  const place = await locateYard(host.surroundings, options);
  const shown = options.shown ?? createNoticeLog(host);
  for (let tries = 0; tries < TRIES; tries++) {
    const joined = await joinRunningYard(place, shown, options.shown ?? host);
    if (joined !== undefined) return toUsed(host, joined, place);
    const started = await startYard(host, { ...options, place, shown, reach: 'shared' });
    if (started !== undefined) return toFollowing(host, started, place);
  }
  throw toUnsteady(place);
}

/** Why no yard could be joined, though there was one at each look. */
export function toUnsteady({ file }: Pick<YardPlace, 'file'>): ToolyardError {
  const message = `No Toolyard for ${nameConfiguration(file)} runs long enough to be joined. Run "toolyard logs" to see why.`;
  return new ToolyardError('socket-unavailable', message);
}

function createNoticeLog(host: Pick<Host, 'notify'>): Log {
  return {
    write(level, text, server) {
      if (level !== 'warning' && level !== 'error') return;
      host.notify({ level: 'warning', message: server === undefined ? text : `${server}: ${text}` });
    },
  };
}
