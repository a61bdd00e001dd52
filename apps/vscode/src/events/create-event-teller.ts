import { toMessage } from '@toolyard/core';
import type { EventName, NewEvent } from '@toolyard/hooks';
import type { Folder, FolderState } from '../folder/folder.ts';
import { maySetOff } from './may-set-off.ts';

/** Enters events in a folder, for as long as its hooks may hear of them. */
export interface EventTeller {
  /** Never rejects: what is in the way is told as a warning, each once. */
  tell(folder: ToldFolder, events: readonly NewEvent[]): Promise<void>;
  dispose(): void;
}

/** How many events are entered at once: each is on the disk before the next ones are. */
const AT_ONCE = 50;

/** Of more events than these, those are left out that no hook runs for: nobody reads in a log why thousands did not match. */
const FEW = 20;

type ToldFolder = Pick<Folder, 'state' | 'onChange' | 'tell' | 'name' | 'path'>;

/** The folders of the window, of which another object may take the place of one at any moment. */
interface ToldFolders {
  list(): readonly ToldFolder[];
  onChange(listener: () => void): () => void;
}

/**
 * Tells events where hooks run and one of them waits for such an event: nothing is entered in an untrusted workspace, while hooks are off, or
 * where nobody waits for it, so that what a person types into a terminal is kept nowhere for nothing. While the hooks of a folder are
 * being read, its events wait.
 */
export function createEventTeller(folders: ToldFolders, warn: (message: string) => void): EventTeller {
  const warned = new Set<string>();
  const waiting = new Set<() => void>();

  /** The folder at this path as soon as its hooks are read; `undefined` where the window has none. */
  function untilRead({ path }: ToldFolder): Promise<ToldFolder | undefined> {
    const find = (): ToldFolder | undefined => folders.list().find((each) => each.path === path);
    return new Promise((resolve) => {
      const finish = (): void => {
        takeBack();
        waiting.delete(finish);
        resolve(find());
      };
      const look = (): void => {
        const folder = find();
        if (folder === undefined || !isBeingRead(folder.state())) finish();
      };
      const takeBack = folders.onChange(look);
      waiting.add(finish);
      look();
    });
  }

  return {
    async tell(meant, events) {
      try {
        const folder = await untilRead(meant);
        if (folder === undefined) return;
        const wanted = selectWanted(folder, events);
        for (let from = 0; from < wanted.length; from += AT_ONCE) await folder.tell(wanted.slice(from, from + AT_ONCE));
      } catch (error) {
        const message = `The hooks of "${meant.name}" were not told what happened in the editor: ${toMessage(error)}`;
        if (!warned.has(message)) warn(message);
        warned.add(message);
      }
    },
    dispose() {
      for (const finish of waiting) finish();
    },
  };
}

function isBeingRead({ duty, hooks, findings }: FolderState): boolean {
  return duty.kind === 'starting' && hooks.length === 0 && findings.length === 0;
}

function selectWanted(folder: Pick<Folder, 'state' | 'path'>, events: readonly NewEvent[]): readonly NewEvent[] {
  const now = folder.state();
  const awaited = events.filter(({ name }) => isWanted(now, name));
  if (awaited.length <= FEW) return awaited;
  return awaited.filter((event) =>
    now.hooks.some(({ resolved }) => maySetOff(resolved.known.hook, event, folder.path)),
  );
}

/** What a file with problems says will be known when they are solved. */
function isWanted({ duty, hooks, findings }: FolderState, name: EventName): boolean {
  if (duty.kind === 'untrusted' || duty.kind === 'off' || duty.kind === 'no hooks') return false;
  if (findings.some(({ severity }) => severity === 'error')) return true;
  return hooks.some(({ resolved }) => resolved.known.hook.trigger.event === name);
}
