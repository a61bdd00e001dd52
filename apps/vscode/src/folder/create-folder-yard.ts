import { existsSync } from 'node:fs';
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
import { keepTrying } from './keep-trying.ts';

/** The one yard of a folder: opened when it is first needed, shared with the hooks, closed with the folder. */
export interface FolderYard {
  /** Opens it where it is not open; rejects as `openYard` does. What servers ask in its calls goes to the person where `mayAsk`, else it is refused. */
  open(options: { readonly mayAsk: boolean }): Promise<ClosableYard>;
  /** Where it is open. */
  current(): ClosableYard | undefined;
  /** Opens it for hooks, without asking; where that fails it is tried again for as long as hooks wait for it. */
  readonly offered: Pick<OfferedYard, 'use'>;
  /** Why it could not be opened for hooks; `needsApproval` where only a person has to agree. */
  problem(): YardProblem | undefined;
  /** A person called one of its tools, and it answered. */
  hasTriedTool(): boolean;
  /** A file changed, so what failed for hooks may succeed now, and another file may count for them. */
  retry(): Promise<void>;
  close(): Promise<void>;
}

/** What keeps a yard from being opened. */
export interface YardProblem {
  readonly message: string;
  readonly needsApproval: boolean;
}

const NOT_APPROVED = 'The servers of the configuration are not approved. Look at them and approve them first.';

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
  #waiting = 0;

  constructor(options: FolderOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
    this.offered = {
      use: async (signal, use) => {
        const waiting = new AbortController();
        this.#waiting++;
        void this.#openForHooks(waiting.signal);
        try {
          return await this.#offered.use(signal, use);
        } finally {
          this.#waiting--;
          waiting.abort();
        }
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

  async retry(): Promise<void> {
    const current = this.#current;
    const isDue = current === undefined ? this.#problem !== undefined : await isReplaced(current, this.#options);
    // Where it fails, the problem says why.
    if (isDue && this.#waiting > 0) await this.#tryForHooks().catch(() => undefined);
  }

  async open(asked: { readonly mayAsk: boolean }): Promise<ClosableYard> {
    const host = this.#hostOf(asked);
    return answerBy(host.respondent, await this.#open(host));
  }

  async #open(host: Host): Promise<ClosableYard> {
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
    // What is opened after `close` has looked would be closed by nobody.
    signal.throwIfAborted();
    const opening = openNow(this.#options, host, signal).then((used) => this.#take(used));
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

  async #take(used: ClosableYard): Promise<ClosableYard> {
    const { signal } = this.#closing;
    if (signal.aborted) await used.close();
    signal.throwIfAborted();
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

  #hostOf({ mayAsk }: { readonly mayAsk: boolean }): Host {
    const { askingHost, host } = this.#options;
    return mayAsk ? askingHost : host;
  }

  /** A file may become right, and a person may approve it in another window or on the command line. */
  async #openForHooks(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options.host;
    await keepTrying(() => this.#tryForHooks(), { clock, signal, onFailed: () => undefined });
  }

  async #tryForHooks(): Promise<void> {
    const host = this.#hostOf({ mayAsk: false });
    try {
      // What a file warns of was said at the first try.
      await this.#open(this.#problem === undefined ? host : { ...host, notify: () => undefined });
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#note(error);
      throw error;
    }
  }

  #note(error: unknown): void {
    const needsApproval = ToolyardError.is(error) && error.code === 'config-not-approved';
    this.#problem = { message: needsApproval ? NOT_APPROVED : toMessage(error), needsApproval };
    this.#onChange();
  }
}

async function openNow(options: FolderOptions, host: Host, signal: AbortSignal): Promise<ClosableYard> {
  const { surroundings, named } = whereOf(options);
  return openYard({ ...host, surroundings }, { ...named, shown: options.shown, signal });
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

/** Whether another file has come that counts more. One that is gone may be back in a moment, so what runs goes on. */
async function isReplaced(used: ClosableYard, options: FolderOptions): Promise<boolean> {
  if (await isCurrent(used, options).catch(() => true)) return false;
  const { file } = used.place;
  return file === undefined || existsSync(file);
}

function whereOf({ path, host, settings: { configuration: named = {} } }: FolderOptions): {
  readonly surroundings: Surroundings;
  readonly named: NamedConfiguration;
} {
  return { surroundings: { ...host.surroundings, cwd: path }, named };
}
