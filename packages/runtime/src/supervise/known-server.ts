import type { CatalogueEntry, CatalogueKind, Greeting } from '@toolyard/core';
import type { Connection } from './connect.ts';
import { EraMemory } from './era-memory.ts';
import { toLists, toSaved, toSavedLife, toTexts, type Lists } from './saved-server.ts';
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
  #isRecalled: boolean;

  constructor(options: Pick<ServerOptions, 'definition' | 'definitionHash' | 'memory' | 'clock' | 'log'>) {
    const { definition, definitionHash, memory } = options;
    const remembered = memory.recall(definition.key);
    const saved = remembered?.definitionHash === definitionHash ? remembered : undefined;
    this.#options = options;
    this.eras = new EraMemory(saved?.era, options);
    this.savedLife = saved && toSavedLife(saved);
    this.#switch = saved?.enabled;
    this.#greeting = saved?.greeting;
    this.#lists = saved?.lists && toLists(definition.key, saved.lists);
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
    this.#lists = connection.lists;
    this.#isRecalled = false;
  }

  /** One of its lists is another one. */
  learnList(kind: CatalogueKind, entries: readonly CatalogueEntry[]): void {
    this.#lists = new Map(this.#lists).set(kind, entries);
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
      }),
    );
  }
}
