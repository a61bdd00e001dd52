import type { CallRecord, Calls } from '@toolyard/core';
import { locateYard, readKeptCalls, type ClosableYard, type YardPlace } from '@toolyard/host';
import { readLog } from '@toolyard/node';
import type { PluginParts } from '../yard/plugin-parts.ts';
import { usedFileOf } from '../yard/vault-configuration.ts';
import type { SessionCount, YardActivity } from './yard-activity.ts';

/** As many as a yard remembers; more of them nobody reads. */
const MOST_CALLS = 500;

const MOST_SESSIONS = 10;

type ActivityParts = Pick<PluginParts, 'host' | 'device' | 'yard' | 'ownCalls' | 'closing'>;

/** Follows the yard whenever one is open, and reads what it left behind where none is. */
export function createYardActivity(parts: ActivityParts): YardActivity {
  const { yard, ownCalls, closing } = parts;
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  const earlier = createEarlierCalls(() => findPlace(parts), closing);
  followYards(
    parts,
    (former) => {
      earlier.takeOver(former);
      tell();
    },
    tell,
  );
  const calls = (): Calls | undefined => yard.opened?.yard.calls;
  return {
    active: () => ownCalls.toActive(calls()?.active() ?? []),
    sessions: async () => countSessions(calls()),
    async history() {
      const kept = await earlier.list();
      const now = [...(calls()?.history() ?? []), ...(calls()?.active() ?? [])];
      return toNewest([...kept, ...now]);
    },
    async followLog({ server, tail, signal, onLine }) {
      const { logFile } = await findPlace(parts);
      await readLog({ file: logFile, server, tail, signal, onLine, follow: true });
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

async function findPlace({ host, device, yard }: ActivityParts): Promise<YardPlace> {
  return yard.opened?.place ?? (await locateYard(host.surroundings, { config: usedFileOf(device) }));
}

/** Tells of each call that changes, and of each yard that comes or goes, with the one that was there before. */
function followYards(
  { yard }: Pick<PluginParts, 'yard'>,
  onYard: (former: ClosableYard | undefined) => void,
  onCall: () => void,
): void {
  let followed: ClosableYard | undefined;
  let forget = (): void => undefined;
  yard.on(() => {
    if (yard.opened === followed) return;
    const former = followed;
    forget();
    followed = yard.opened;
    forget = followed?.yard.calls.on(onCall) ?? ((): void => undefined);
    onYard(former);
  });
}

/** Calls of yards that are closed: those that were written down, and those of this load of the plugin, which may not be written yet. */
interface EarlierCalls {
  takeOver(former: ClosableYard | undefined): void;
  list(): Promise<readonly CallRecord[]>;
}

function createEarlierCalls(place: () => Promise<YardPlace>, signal: AbortSignal): EarlierCalls {
  let ofThisLoad: readonly CallRecord[] = [];
  let read: Promise<readonly CallRecord[]> | undefined;
  return {
    takeOver(former) {
      read = undefined;
      if (former !== undefined) ofThisLoad = toNewest([...ofThisLoad, ...former.yard.calls.history()]);
    },
    async list() {
      read ??= place().then(({ stateFolder }) => readKeptCalls(stateFolder, signal));
      return [...(await read), ...ofThisLoad];
    },
  };
}

/** Each call once, as it was given last; the newest first. */
function toNewest(records: readonly CallRecord[]): readonly CallRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return [...byId.values()].toSorted((one, other) => other.submittedAt - one.submittedAt).slice(0, MOST_CALLS);
}

async function countSessions(calls: Calls | undefined): Promise<readonly SessionCount[]> {
  if (calls === undefined) return [];
  const recent = [...calls.history(), ...calls.active()].toReversed();
  const notes = new Map<string, string | undefined>();
  for (const { session, origin, document } of recent) {
    const isLimited = origin === 'document' || origin === 'assistant';
    if (isLimited && !notes.has(session) && notes.size < MOST_SESSIONS) notes.set(session, document?.path);
  }
  const counts = [...notes].map(async ([session, note]) => {
    // The yard may end meanwhile, and its sessions with it.
    const use = await calls.sessionUse(session).catch(() => undefined);
    return use === undefined ? [] : [{ session, ...(note !== undefined && { note }), ...use }];
  });
  return (await Promise.all(counts)).flat();
}
