import type { CatalogueKind, Greeting } from '@toolyard/core';
import type { ReadList } from '../catalogue/read-list.ts';
import type { Connection } from './connect.ts';
import { EraMemory } from './era-memory.ts';
import { recallLists, toSaved, toSavedLife, toTexts, type Lists } from './saved-server.ts';
import type { ServerLife } from './server-life.ts';
import type { ServerOptions } from './server-options.ts';

/** What is known of a server besides its connection, from this run or from an earlier one of the same definition. */
export class KnownServer {
  readonly eras: EraMemory;
  /** What an earlier run left of its life. */
  readonly savedLife: Partial<ServerLife> | undefined;
  readonly #options: Pick<ServerOptions, 'definition' | 'definitionHash' | 'memory'>;
  #switch: boolean | undefined;
  #greeting: Greeting | undefined;
  #lists: Lists | undefined;
  /** Why lists are not whole. */
  readonly #cuts = new Map<CatalogueKind, string>();
  #isRecalled: boolean;

  constructor(options: Pick<ServerOptions, 'definition' | 'definitionHash' | 'memory' | 'clock' | 'log' | 'settings'>) {
    const { definition, definitionHash, memory } = options;
    const remembered = memory.recall(definition.key);
    const saved = remembered?.definitionHash === definitionHash ? remembered : undefined;
    this.#options = options;
    this.eras = new EraMemory(saved?.era, options);
    this.savedLife = saved && toSavedLife(saved);
    this.#switch = saved?.enabled;
    this.#greeting = saved?.greeting;
    if (saved?.lists !== undefined) this.#learnLists(recallLists(definition.key, saved, options.settings()));
    this.#isRecalled = this.#lists !== undefined;
  }

  /** Whether it is to run: a person's switch counts more than the configuration. */
  get isEnabled(): boolean {
    return this.#switch ?? this.#options.definition.enabled;
  }

  /** What it last said about itself. */
  get greeting(): Greeting | undefined {
    return this.#greeting;
  }

  /** What it last offered. */
  get lists(): Lists | undefined {
    return this.#lists;
  }

  /** A person switches it on or off for good. */
  switchTo(isOn: boolean): void {
    this.#switch = isOn;
  }

  /** The server has told who it is and what it offers. */
  learn(connection: Connection): void {
    this.eras.learn(connection);
    this.#greeting = connection.greeting;
    this.#learnLists(connection.lists);
    this.#isRecalled = false;
  }

  /** One of its lists is another one. */
  learnList(kind: CatalogueKind, { entries, cut }: ReadList): void {
    this.#lists = new Map(this.#lists).set(kind, entries);
    if (cut === undefined) this.#cuts.delete(kind);
    else this.#cuts.set(kind, cut);
  }

  /** What is missing in its lists; `undefined` where they are whole. */
  get cut(): string | undefined {
    return this.#cuts.size === 0 ? undefined : [...this.#cuts.values()].join('; ');
  }

  /** Whether what it offers is known from an earlier run alone; whoever asks looks again, so it is true once. */
  takeRecalled(): boolean {
    const isRecalled = this.#isRecalled;
    this.#isRecalled = false;
    return isRecalled;
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
        ...(this.#lists === undefined ? {} : { lists: toTexts(this.#lists) }),
        ...(this.#cuts.size === 0 ? {} : { cuts: Object.fromEntries(this.#cuts) }),
      }),
    );
  }

  #learnLists(lists: ReadonlyMap<CatalogueKind, ReadList>): void {
    this.#lists = new Map();
    this.#cuts.clear();
    for (const [kind, list] of lists) this.learnList(kind, list);
  }
}
