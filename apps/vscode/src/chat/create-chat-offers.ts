import type { Folder, Folders } from '../folder/folder.ts';
import { followFolders } from '../folder/follow-folders.ts';
import type { ChatOffer, FoundOffer } from './find-chat-offer.ts';

/** A folder whose tools the editor's chat can have. */
export interface OfferedFolder {
  /** Unique in the window. */
  readonly label: string;
  readonly version: string;
  readonly folder: Folder;
}

/** What the window offers to the editor's chat. */
export interface ChatOffers {
  /** As it is when all that is being looked at was. */
  list(): Promise<readonly OfferedFolder[]>;
  /** Calls the listener after each change, until the function that it gives is called. */
  onChange(listener: () => void): () => void;
  stop(): void;
}

/** How the offers of folders are found and followed. */
export interface ChatOffersOptions {
  readonly folders: Folders;
  find(folder: Folder): Promise<FoundOffer>;
  /** Hears of changes of a file. */
  watch(file: string, onChange: () => void): { close(): void };
  /** Hears why a folder is not offered. */
  tell(message: string): void;
}

/** Follows the folders of the window and the files that decide what of them is offered. */
export function createChatOffers(options: ChatOffersOptions): ChatOffers {
  const { folders } = options;
  const listeners = new Set<() => void>();
  const followed = new Map<Folder, FollowedOffer>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const stop = followFolders(folders, (folder) => {
    const offer = followOffer(folder, options, tell);
    followed.set(folder, offer);
    return () => {
      followed.delete(folder);
      offer.stop();
      tell();
    };
  });
  return {
    async list() {
      const found = await Promise.all(
        folders.list().map(async (folder) => ({ folder, offer: await followed.get(folder)?.latest() })),
      );
      return toOffered(found);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop,
  };
}

interface FollowedOffer {
  latest(): Promise<ChatOffer>;
  stop(): void;
}

function followOffer(folder: Folder, { find, watch, tell }: ChatOffersOptions, onChange: () => void): FollowedOffer {
  let watches = new Map<string, { close(): void }>();
  let isStopped = false;
  let known: string | undefined;
  let last = look();

  async function look(): Promise<ChatOffer> {
    const { offer, files } = await find(folder);
    if (isStopped) return offer;
    watchOnly(new Set(files));
    const text = JSON.stringify(offer);
    if (text === known) return offer;
    known = text;
    if (offer.kind === 'withheld') tell(`The tools of ${folder.name} are not offered to chat: ${offer.reason}.`);
    onChange();
    return offer;
  }

  function watchOnly(files: ReadonlySet<string>): void {
    const before = watches;
    // One after the other: a look that began earlier must not end later.
    const again = (): void => void (last = last.then(look, look));
    watches = new Map([...files].map((file) => [file, before.get(file) ?? watch(file, again)]));
    for (const [file, each] of before) if (!watches.has(file)) each.close();
  }

  return {
    latest: () => last,
    stop() {
      isStopped = true;
      for (const each of watches.values()) each.close();
    },
  };
}

/** Folders with the same configuration have the same tools, which are offered once. */
function toOffered(
  found: readonly { readonly folder: Folder; readonly offer: ChatOffer | undefined }[],
): readonly OfferedFolder[] {
  const byFile = new Map<string, { readonly folder: Folder; readonly version: string }>();
  for (const { folder, offer } of found) {
    if (offer?.kind !== 'offered' || byFile.has(offer.file)) continue;
    byFile.set(offer.file, { folder, version: offer.version });
  }
  const offered = [...byFile.values()];
  const isTaken = (name: string): boolean => offered.filter(({ folder }) => folder.name === name).length > 1;
  return offered.map(({ folder, version }) => {
    const name = isTaken(folder.name) ? folder.path : folder.name;
    return { label: offered.length === 1 ? 'Toolyard' : `Toolyard (${name})`, folder, version };
  });
}
