import { toMessage, ToolyardError, type Link, type Log, type Yard } from '@toolyard/core';
import { pipeSession, type Gateway, type Resolution } from '@toolyard/gateway';

/** Who serves the clients: a gateway of this process, or the yard of another one. */
export interface Served {
  readonly yard: Yard;
  /** What a name that a client sent stands for. */
  resolveTool(name: string): Resolution;
  /** Where it is a gateway of this process. */
  readonly gateway?: Gateway;
  /** A link to it; nothing where it is gone. */
  open(options?: SessionClientOptions): Promise<Link | undefined>;
}

/** What is known of a client. */
export interface SessionClientOptions {
  /** The session that its link is only a part of. */
  readonly session: string;
}

/** Serves clients from whatever yard there is; they go on with the next one when that is gone. */
export interface SessionSource {
  /** Who serves now; nobody between two yards. */
  readonly served: Served | undefined;
  /** From now on clients are served from there. */
  serve(next: Served | undefined): void;
  /** Serves a client, or one request of a client that is known by a session name alone. */
  accept(client: Link, options?: SessionClientOptions): void;
  /** Nobody is served any more. */
  stop(): void;
}

/** A source without a yard: clients wait for one. */
export function createSessionSource(log: Log): SessionSource {
  let served: Served | undefined;
  let isStopped = false;
  let tellChanged: () => void = () => undefined;
  let changed = new Promise<void>((resolve) => (tellChanged = resolve));

  function change(): void {
    tellChanged();
    changed = new Promise((resolve) => (tellChanged = resolve));
  }

  async function open(options: SessionClientOptions | undefined): Promise<Link> {
    for (;;) {
      const link = await served?.open(options);
      if (link !== undefined) return link;
      if (isStopped) break;
      await changed;
    }
    throw new ToolyardError('connection-lost', 'Toolyard ends.');
  }

  async function pipe(client: Link, options: SessionClientOptions | undefined): Promise<void> {
    try {
      const reopen = (): Promise<Link> => open(options);
      await pipeSession({ client, gateway: reopen(), reopen, log, remote: true, ...options });
    } catch (error) {
      if (!isStopped) log.write('warning', `A client could not be served: ${toMessage(error)}`);
      await client.close();
    }
  }

  return {
    get served() {
      return served;
    },
    serve(next) {
      served = next;
      change();
    },
    accept(client, options) {
      if (served?.gateway !== undefined) served.gateway.accept(client, { remote: true, ...options });
      else void pipe(client, options);
    },
    stop() {
      isStopped = true;
      change();
    },
  };
}
