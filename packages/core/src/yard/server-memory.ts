import type { CatalogueKind } from '../catalogue/catalogue.ts';
import type { WireEra } from '../link/link-starter.ts';
import type { ServerIntroduction } from './relay.ts';

/** What is kept of a server between runs. */
export interface SavedServer {
  readonly key: string;
  /** The hash of the definition it was learned from; of no use for another one. */
  readonly definitionHash: string;
  /** A person's switch, which wins over the file until the definition changes. */
  readonly enabled?: boolean;
  /** The hash of the entry that the switch was set for, as the file has it. */
  readonly entryHash?: string;
  readonly failures: number;
  /** Times are milliseconds since 1970. */
  readonly autoDisabledAt?: number;
  readonly autoDisabledReason?: string;
  readonly lastAttemptAt?: number;
  readonly lastConnectedAt?: number;
  readonly lastFailureAt?: number;
  readonly greeting?: ServerIntroduction;
  /** The language it turned out to speak, and when that was found out, in milliseconds since 1970. */
  readonly era?: { readonly verdict: WireEra; readonly at: number };
  /** The entries of each list exactly as the server sent them. */
  readonly lists?: Readonly<Partial<Record<CatalogueKind, readonly string[]>>>;
  /** Why a list is not whole. */
  readonly cuts?: Readonly<Partial<Record<CatalogueKind, string>>>;
  /** The same for clients of other sets of capabilities than the one that these lists were read with. */
  readonly sets?: readonly SavedSet[];
}

/** What a server offers to clients of one set of capabilities. */
export interface SavedSet extends Required<Pick<SavedServer, 'lists'>>, Pick<SavedServer, 'cuts'> {
  readonly set: string;
}

/** Remembers servers from one run to the next. */
export interface ServerMemory {
  /** What was last remembered under this key, whatever its definition was then. */
  recall(key: string): SavedServer | undefined;
  /** Keeps it, sooner or later; a newer one replaces an older one that is not written yet. */
  remember(saved: SavedServer): void;
}
