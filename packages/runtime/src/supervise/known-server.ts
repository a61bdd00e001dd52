import { toCapabilitySet, type ServerIntroduction } from '@toolyard/core';
import type { ServerConnection } from './connect.ts';
import { EraMemory } from './era-memory.ts';
import { KnownLists } from './known-lists.ts';
import { toSharedCapabilities } from './passed-on.ts';
import { toSaved, toSavedLife } from './saved-server.ts';
import type { ServerLife } from './server-life.ts';
import type { ServerOptions } from './server-options.ts';

/** What is known of a server besides its connection, from this run or from an earlier one of the same definition. */
export class KnownServer {
  readonly eras: EraMemory;
  /** What it offers, and to whom. */
  readonly lists: KnownLists = new KnownLists();
  /** What an earlier run left of its life. */
  readonly savedLife: Partial<ServerLife> | undefined;
  readonly #options: Pick<ServerOptions, 'definition' | 'definitionHash' | 'memory'>;
  #switch: boolean | undefined;
  #greeting: ServerIntroduction | undefined;

  constructor(options: Pick<ServerOptions, 'definition' | 'definitionHash' | 'memory' | 'clock' | 'log' | 'settings'>) {
    const { definition, definitionHash, memory } = options;
    const remembered = memory.recall(definition.key);
    const saved = remembered?.definitionHash === definitionHash ? remembered : undefined;
    this.#options = options;
    this.eras = new EraMemory(saved?.era, options);
    this.savedLife = saved && toSavedLife(saved);
    this.#switch = saved?.enabled;
    this.#greeting = saved?.greeting;
    if (saved !== undefined) this.lists.recall(definition.key, this.sharedSet, saved, options.settings());
  }

  /** Whether it is to run: a person's switch counts more than the configuration. */
  get isEnabled(): boolean {
    return this.#switch ?? this.#options.definition.enabled;
  }

  /** What it last said about itself. */
  get greeting(): ServerIntroduction | undefined {
    return this.#greeting;
  }

  /** A person switches it on or off for good. */
  switchTo(isOn: boolean): void {
    this.#switch = isOn;
  }

  /** The server has told who it is and what it offers. */
  learn(connection: ServerConnection): void {
    this.eras.learn(connection);
    this.#greeting = connection.greeting;
    this.lists.learn(this.sharedSet, connection.lists);
  }

  /**
   * The set of capabilities that lists of the link that all share are for: what the server is told there, which is nothing
   * where it knows no handshake. Where sessions have no copies of their own there is only one set.
   */
  get sharedSet(): string {
    const { definition } = this.#options;
    const isTold = definition.sharing === 'per-session' && this.#greeting?.stateless !== true;
    return toCapabilitySet(isTold ? toSharedCapabilities(definition) : {});
  }

  /** Keeps it for later runs, with what there is to keep of its life. */
  remember(life: ServerLife): void {
    const { definition, definitionHash, memory } = this.#options;
    memory.remember(
      toSaved(life, {
        key: definition.key,
        definitionHash,
        ...(this.#switch === undefined ? {} : { enabled: this.#switch }),
        ...(this.#greeting === undefined ? {} : { greeting: this.#greeting }),
        ...(this.eras.saved === undefined ? {} : { era: this.eras.saved }),
        ...this.lists.toSaved(this.sharedSet),
      }),
    );
  }
}
