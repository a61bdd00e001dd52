import { ToolyardError, type Link, type Log } from '@toolyard/core';
import { joinYard } from '@toolyard/node';
import { createJoinedYard, type JoinedYard } from '@toolyard/runtime';
import { nameConfiguration, type YardPlace } from './locate-yard.ts';

const ANSWERS_WITHIN_MS = 5000;

/** A link to the yard that runs on this configuration; `undefined` where none does, or none that can be trusted. */
export async function linkToRunningYard({ socket }: YardPlace, log: Log): Promise<Link | undefined> {
  try {
    return await joinYard(socket);
  } catch (error) {
    if (!ToolyardError.is(error)) throw error;
    log.write('warning', error.message);
    return undefined;
  }
}

/** The yard that runs on this configuration, if any; rejects where it does not answer. */
export async function joinRunningYard(place: YardPlace, log: Log): Promise<JoinedYard | undefined> {
  const link = await linkToRunningYard(place, log);
  if (link === undefined) return undefined;
  const limit = new AbortController();
  const silence = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(toSilent(place)), ANSWERS_WITHIN_MS);
    limit.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
  try {
    return await Promise.race([createJoinedYard(link), silence]);
  } catch (error) {
    void link.close();
    // It ended in this very moment.
    if (ToolyardError.is(error) && error.code === 'connection-lost') return undefined;
    throw error;
  } finally {
    limit.abort();
  }
}

function toSilent({ file }: YardPlace): ToolyardError {
  const message = `The Toolyard that runs ${nameConfiguration(file)} does not answer. End it, then try again.`;
  return new ToolyardError('socket-unavailable', message);
}
