import { toMessage, ToolyardError } from '@toolyard/core';
import {
  locateYard,
  openYard,
  withRespondent,
  type ClosableYard,
  type Host,
  type NamedConfiguration,
  type Surroundings,
} from '@toolyard/host';
import { createOfferedYard, type OfferedYard } from '@toolyard/host/hooks';
import type { FolderOptions } from './folder-options.ts';

/** The one yard of a folder: opened when it is first needed, shared with the hooks, closed with the folder. */
export interface FolderYard {
  /** Opens it where it is not open; rejects as `openYard` does. What servers ask in its calls goes to the person where `mayAsk`, else it is refused. */
  open(options: { readonly mayAsk: boolean }): Promise<ClosableYard>;
  /** Where it is open. */
  current(): ClosableYard | undefined;
  /** Opens it for hooks, without asking; hooks wait where that fails, until somebody opens it. */
  readonly offered: Pick<OfferedYard, 'use'>;
  /** Why it could not be opened for hooks; `needsApproval` where only a person has to agree. */
  problem(): YardProblem | undefined;
  /** A person called one of its tools, and it answered. */
  hasTriedTool(): boolean;
  close(): Promise<void>;
}

/** What keeps a yard from being opened. */
export interface YardProblem {
  readonly message: string;
  readonly needsApproval: boolean;
}

/** A yard that is not open yet; `onChange` hears all that happens to it. */
export function createFolderYard(options: FolderOptions, onChange: () => void): FolderYard {
  return new LazyYard(options, onChange);
}

class LazyYard implements FolderYard {
  readonly offered: FolderYard['offered'];
  readonly #options: FolderOptions;
  readonly #onChange: () => void;
  readonly #offered = createOfferedYard();
  readonly #closing = new AbortController();
  #opening: Promise<ClosableYard> | undefined;
  #current: ClosableYard | undefined;
  #problem: YardProblem | undefined;
  #hasTried = false;

  constructor(options: FolderOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
    this.offered = {
      use: (signal, use) => {
        void this.#openForHooks();
        return this.#offered.use(signal, use);
      },
    };
  }

  current(): ClosableYard | undefined {
    return this.#current;
  }

  problem(): YardProblem | undefined {
    return this.#problem;
  }

  hasTriedTool(): boolean {
    return this.#hasTried;
  }

  async open({ mayAsk }: { readonly mayAsk: boolean }): Promise<ClosableYard> {
    const { askingHost } = this.#options;
    return answerBy(mayAsk ? askingHost.respondent : undefined, await this.#open(mayAsk));
  }

  async #open(mayAsk: boolean): Promise<ClosableYard> {
    const { signal } = this.#closing;
    // One that nobody could be asked for may fail in this very moment, so it is waited for and not joined.
    for (let last = this.#opening; last !== undefined; last = this.#opening) {
      const before = await last.catch(() => undefined);
      if (before !== undefined && (await isCurrent(before, this.#options))) return before;
      if (this.#opening === last) this.#opening = undefined;
      if (before !== undefined && this.#current === before) {
        this.#forget(before);
        await before.close();
      }
    }
    signal.throwIfAborted();
    const opening = openNow(this.#options, { mayAsk, signal }).then((used) => this.#take(used));
    this.#opening = opening;
    try {
      return await opening;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new ToolyardError('interrupted', 'Toolyard was closed.'));
    const used = await this.#opening?.catch(() => undefined);
    if (used !== undefined) this.#forget(used);
    await used?.close();
  }

  #take(used: ClosableYard): ClosableYard {
    this.#current = used;
    this.#problem = undefined;
    const { yard, place } = used;
    yard.on(this.#onChange);
    yard.calls.on((event) => {
      if (event.type !== 'call-changed' || event.call.status !== 'success') return;
      this.#hasTried = true;
      this.#onChange();
    }, 'person');
    this.#offered.offer({ yard, configuration: () => used.configuration, place, secrets: () => used.secrets ?? [] });
    void used.gone?.then(() => this.#forget(used));
    this.#onChange();
    return used;
  }

  #forget(used: ClosableYard): void {
    if (this.#current !== used) return;
    this.#current = undefined;
    this.#opening = undefined;
    this.#offered.withdraw();
    this.#onChange();
  }

  async #openForHooks(): Promise<void> {
    try {
      await this.#open(false);
    } catch (error) {
      const needsApproval = ToolyardError.is(error) && error.code === 'config-not-approved';
      this.#problem = { message: toMessage(error), needsApproval };
      this.#onChange();
    }
  }
}

async function openNow(
  options: FolderOptions,
  { mayAsk, signal }: { readonly mayAsk: boolean; readonly signal: AbortSignal },
): Promise<ClosableYard> {
  const { host, askingHost, shown } = options;
  const { surroundings, named } = whereOf(options);
  return openYard({ ...(mayAsk ? askingHost : host), surroundings }, { ...named, shown, signal });
}

/** The same yard, whoever opened it first, with calls whose questions go to the respondent. */
function answerBy(respondent: Host['respondent'], used: ClosableYard): ClosableYard {
  const { yard, isJoined, place, gone, served } = used;
  return {
    yard,
    caller: withRespondent(yard.caller, respondent),
    isJoined,
    place,
    gone,
    ...(served !== undefined && { served }),
    get configuration() {
      return used.configuration;
    },
    get secrets() {
      return used.secrets ?? [];
    },
    get configurationProblem() {
      return used.configurationProblem;
    },
    close: () => used.close(),
  };
}

/** Whether a yard is still that of the folder: a file of its own may have come since, or be gone. */
async function isCurrent({ place }: ClosableYard, options: FolderOptions): Promise<boolean> {
  const { surroundings, named } = whereOf(options);
  return (await locateYard(surroundings, named)).file === place.file;
}

function whereOf({ path, host, settings: { configuration: config } }: FolderOptions): {
  readonly surroundings: Surroundings;
  readonly named: NamedConfiguration;
} {
  return { surroundings: { ...host.surroundings, cwd: path }, named: config === undefined ? {} : { config } };
}
