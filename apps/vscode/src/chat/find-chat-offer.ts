import { join } from 'node:path';
import { toMessage } from '@toolyard/core';
import {
  findRunningProgram,
  locateYard,
  readWritten,
  type Host,
  type NamedConfiguration,
  type YardPlace,
} from '@toolyard/host';
import { findToolyardEntry } from '@toolyard/host/hooks';

/** Whether the editor's chat is offered the tools of a folder. */
export type ChatOffer =
  /** `version` is another one when the configuration is. */
  | { readonly kind: 'offered'; readonly file: string; readonly version: string }
  /** `reason` is a clause for people. */
  | { readonly kind: 'withheld'; readonly reason: string };

/** An offer, and the files that it depends on. */
export interface FoundOffer {
  readonly offer: ChatOffer;
  readonly files: readonly string[];
}

/** The folder whose tools may be offered. */
export interface OfferedPlace {
  readonly path: string;
  readonly host: Host;
  readonly named: NamedConfiguration;
  readonly isTrusted: boolean;
}

/** Enough to tell two texts of a file apart. */
const VERSION_LENGTH = 16;
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Looks whether the tools of a folder are to be offered to the editor's chat; starts nothing and asks nobody. They are not where the editor
 * has them by itself: it would have each tool twice, and a Toolyard among the servers of a Toolyard.
 */
export async function findChatOffer(folder: OfferedPlace): Promise<FoundOffer> {
  const { path, host, named, isTrusted } = folder;
  if (!isTrusted) return { offer: withhold('the workspace is not trusted'), files: [] };
  // The file that may come, and would count then.
  const files = [join(path, 'toolyard.json')];
  try {
    const place = await locateYard(host.surroundings, named);
    if (place.file === undefined) return { offer: withhold('there is no configuration with servers'), files };
    files.push(place.file);
    const isOurs = (url: string): Promise<boolean> => isAddressOf(place, url);
    const { lookedFor, shared, entry } = await findToolyardEntry(host.surroundings, place.file, isOurs);
    files.push(...lookedFor);
    if (shared !== undefined) return { offer: withhold(`the editor starts the servers of ${shared} itself`), files };
    if (entry !== undefined) {
      return { offer: withhold(`"${entry.key}" in ${entry.file} is a Toolyard already`), files };
    }
    return { offer: await readOffer({ host, named }, place.file), files };
  } catch (error) {
    return { offer: withhold(toMessage(error)), files };
  }
}

async function readOffer({ host, named }: Pick<OfferedPlace, 'host' | 'named'>, file: string): Promise<ChatOffer> {
  // Who opens the servers is told of its warnings.
  const written = await readWritten({ ...host, askInput: undefined, notify: () => undefined }, named);
  if (written.asWritten.servers.length === 0) return withhold(`${file} has no servers`);
  return { kind: 'offered', file, version: written.hash.slice(0, VERSION_LENGTH) };
}

function withhold(reason: string): ChatOffer {
  return { kind: 'withheld', reason };
}

/** Whether the Toolyard that runs a configuration is reached at an address. */
async function isAddressOf(place: YardPlace, given: string): Promise<boolean> {
  if (!URL.canParse(given) || !LOOPBACK.includes(new URL(given).hostname)) return false;
  const found = await findRunningProgram(place, { write: () => undefined }).catch(() => undefined);
  if (found === undefined) return false;
  await found.program.stop();
  const running = found.about?.url;
  return running !== undefined && isSamePlace(new URL(given), new URL(running));
}

function isSamePlace(one: URL, other: URL): boolean {
  return one.port === other.port && one.pathname === other.pathname;
}
