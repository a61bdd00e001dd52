import { STATELESS_REVISION, type Clock, type Log, type SavedServer, type ServerDefinition } from '@toolyard/core';
import type { StartedServer, StartHandshakeOptions } from './start-handshake.ts';

/** After this the language of a server is found out anew. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export interface EraMemoryOptions {
  readonly definition: Pick<ServerDefinition, 'key'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What is known of the language that a server speaks. */
export class EraMemory {
  /** For those who greet the server. */
  readonly ports: Required<Pick<StartHandshakeOptions, 'knownEra' | 'onProbeEnded'>> = {
    knownEra: () => this.#known(),
    onProbeEnded: () => (this.#endsWhenAsked = true),
  };
  readonly #options: EraMemoryOptions;
  #saved: SavedServer['era'];
  /** Whether the question was the reason is not known, so it is not asked first the next time. */
  #endsWhenAsked = false;

  constructor(saved: SavedServer['era'], options: EraMemoryOptions) {
    this.#saved = saved;
    this.#options = options;
  }

  /** What is kept for later runs. */
  get saved(): SavedServer['era'] {
    return this.#saved;
  }

  /** The server was greeted. */
  learn({ era, verdict }: Pick<StartedServer, 'era' | 'verdict'>): void {
    const { log, clock, definition } = this.#options;
    if (verdict === undefined) return;
    this.#saved = { verdict, at: clock.now() };
    log.write('debug', era === 'legacy' ? 'it speaks with a handshake' : `it speaks revision ${era}`, definition.key);
  }

  /** The server could not be greeted. One that was to need a handshake shows by itself that it needs none; silence does not. */
  doubt(): void {
    if (this.#saved?.verdict === STATELESS_REVISION) this.#saved = undefined;
  }

  #known(): ReturnType<NonNullable<StartHandshakeOptions['knownEra']>> {
    const age = this.#saved === undefined ? -1 : this.#options.clock.now() - this.#saved.at;
    if (age >= 0 && age < KEPT_MS) return this.#saved?.verdict;
    return this.#endsWhenAsked ? 'legacy' : undefined;
  }
}
