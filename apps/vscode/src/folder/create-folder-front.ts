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

interface OpenFront {
  readonly http: Http;
  readonly address: FrontAddress;
  readonly file: string | undefined;
}

/** A front that is not open yet. */
export function createFolderFront(options: Pick<FolderOptions, 'host' | 'shown'>, yard: () => FolderYard): FolderFront {
  let opening: Promise<OpenFront> | undefined;
  let current: OpenFront | undefined;
  let served: ClosableYard | undefined;
  let isClosed = false;

  async function listen({ place }: ClosableYard): Promise<OpenFront> {
    const { openHttp } = await import('@toolyard/host/http');
    const token = randomBytes(32).toString('base64url');
    const address = { host: '127.0.0.1', port: 0 };
    const http = await openHttp(options.host, { address, token, place, shown: options.shown });
    current = { http, address: { url: http.url, token }, file: place.file };
    return current;
  }

  function serve(used: ClosableYard): void {
    if (current === undefined || served === used || used.served === undefined) return;
    served = used;
    current.http.serve(used.served);
    // The process that it was joined in may end while clients are there.
    void used.gone?.then(() => reopen(used));
  }

  async function reopen(lost: ClosableYard): Promise<void> {
    if (served !== lost || isClosed) return;
    try {
      await yard().open({ mayAsk: false });
    } catch (error) {
      // Clients that wait for nothing would hang; the editor starts the server anew, and then somebody can be asked.
      options.shown.write('warning', `Chat is not served any more: ${toMessage(error)}`);
      await end();
    }
  }

  async function end(): Promise<void> {
    const ended = await opening?.catch(() => undefined);
    opening = undefined;
    current = undefined;
    served = undefined;
    await ended?.http.close();
  }

  async function open({ mayAsk }: { readonly mayAsk: boolean }): Promise<FrontAddress> {
    const used = await yard().open({ mayAsk });
    if (isClosed) throw new ToolyardError('interrupted', 'The folder was closed.');
    if (current !== undefined && current.file !== used.place.file) await end();
    opening ??= listen(used);
    try {
      const { address } = await opening;
      serve(used);
      return address;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  return {
    open,
    follow() {
      const used = yard().current();
      if (used === undefined || current === undefined) return;
      if (current.file === used.place.file) serve(used);
      else void end();
    },
    async close() {
      isClosed = true;
      await end();
    },
  };
}
