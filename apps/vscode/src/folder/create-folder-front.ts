import { randomBytes } from 'node:crypto';
import { toMessage, ToolyardError } from '@toolyard/core';
import type { ClosableYard } from '@toolyard/host';
import type { Http } from '@toolyard/host/http';
import type { FolderYard } from './create-folder-yard.ts';
import type { FolderOptions } from './folder-options.ts';

/** Where the tools of a folder are served, and what clients have to bring. */
export interface FrontAddress {
  readonly url: string;
  /** Known to this window alone, and only while it is open. */
  readonly token: string;
}

/** MCP over HTTP from the yard of a folder, on this machine alone; nothing listens before it is opened. */
export interface FolderFront {
  /** Opens it where it is not open; rejects as the yard's `open` does. */
  open(options: { readonly mayAsk: boolean }): Promise<FrontAddress>;
  /** The yard was opened, has ended, or is another one. */
  follow(): void;
  /** Ends all sessions; resolves when nothing listens any more. */
  close(): Promise<void>;
}

/** What it needs of the yard of the folder. */
type ServedYard = Pick<FolderYard, 'open' | 'current'>;

interface OpenFront {
  readonly http: Http;
  readonly address: FrontAddress;
  readonly file: string | undefined;
}

/** A front that is not open yet. */
export function createFolderFront(options: Pick<FolderOptions, 'host' | 'shown'>, yard: () => ServedYard): FolderFront {
  return new LazyFront(options, yard);
}

class LazyFront implements FolderFront {
  readonly #options: Pick<FolderOptions, 'host' | 'shown'>;
  readonly #yard: () => ServedYard;
  #opening: Promise<OpenFront> | undefined;
  #current: OpenFront | undefined;
  #served: ClosableYard | undefined;
  #isClosed = false;

  constructor(options: Pick<FolderOptions, 'host' | 'shown'>, yard: () => ServedYard) {
    this.#options = options;
    this.#yard = yard;
  }

  async open({ mayAsk }: { readonly mayAsk: boolean }): Promise<FrontAddress> {
    const used = await this.#yard().open({ mayAsk });
    if (this.#current !== undefined && this.#current.file !== used.place.file) await this.#end();
    // Nobody would close what begins to listen after that.
    if (this.#isClosed) throw toEnded();
    const opening = (this.#opening ??= this.#listen(used));
    try {
      const front = await opening;
      // It was closed while it was being opened.
      if (this.#opening !== opening) throw toEnded();
      this.#current = front;
      this.#serve(used);
      return front.address;
    } catch (error) {
      if (this.#opening === opening) this.#opening = undefined;
      throw error;
    }
  }

  follow(): void {
    const used = this.#yard().current();
    if (used === undefined || this.#current === undefined) return;
    if (this.#current.file === used.place.file) this.#serve(used);
    else void this.#end();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
  }

  async #listen({ place }: ClosableYard): Promise<OpenFront> {
    const { openHttp } = await import('@toolyard/host/http');
    const { host, shown } = this.#options;
    const token = randomBytes(32).toString('base64url');
    const http = await openHttp(host, { address: { host: '127.0.0.1', port: 0 }, token, place, shown });
    return { http, address: { url: http.url, token }, file: place.file };
  }

  #serve(used: ClosableYard): void {
    // The same yard may come with questions for people, and without.
    const isServed = this.#served?.yard === used.yard;
    if (this.#current === undefined || isServed || used.served === undefined) return;
    this.#served = used;
    this.#current.http.serve(used.served);
    // The process that it was joined in may end while clients are there.
    void used.gone?.then(() => this.#reopen(used));
  }

  async #reopen(lost: ClosableYard): Promise<void> {
    if (this.#served !== lost) return;
    try {
      await this.#yard().open({ mayAsk: false });
    } catch (error) {
      // Clients that wait for nothing would hang; the editor starts the server anew, and then somebody can be asked.
      if (!this.#isClosed) this.#options.shown.write('warning', `Chat is not served any more: ${toMessage(error)}`);
      await this.#end();
    }
  }

  async #end(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#current = undefined;
    this.#served = undefined;
    const ended = await opening?.catch(() => undefined);
    await ended?.http.close();
  }
}

function toEnded(): ToolyardError {
  return new ToolyardError(
    'interrupted',
    'The folder was closed, or has another configuration now. Start the server again.',
  );
}
