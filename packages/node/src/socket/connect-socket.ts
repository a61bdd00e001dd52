import { connect, type Socket } from 'node:net';
import { toMessage, ToolyardError } from '@toolyard/core';

/** A connection, or why there is none: nobody listens, or somebody who has no room at the moment. */
export type SocketConnection =
  | { readonly kind: 'connected'; readonly socket: Socket }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'busy' };

const NOBODY = new Set(['ENOENT', 'ECONNREFUSED']);
const BUSY = new Set(['EAGAIN', 'EBUSY']);

/** Tries once; rejects with `socket-unavailable` where the system forbids it. */
export async function connectSocket(path: string): Promise<SocketConnection> {
  const socket = connect({ path });
  return new Promise((resolve, reject) => {
    function fail(error: NodeJS.ErrnoException): void {
      const code = error.code ?? '';
      if (NOBODY.has(code)) resolve({ kind: 'nobody' });
      else if (BUSY.has(code)) resolve({ kind: 'busy' });
      else reject(toFailure(path, error));
    }
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      resolve({ kind: 'connected', socket });
    });
  });
}

/** Whether somebody listens; who does sees a connection that ends at once. */
export async function isAnswered(path: string): Promise<boolean> {
  const connection = await connectSocket(path);
  if (connection.kind === 'connected') {
    connection.socket.on('error', () => undefined);
    connection.socket.destroy();
  }
  return connection.kind !== 'nobody';
}

function toFailure(path: string, error: unknown): ToolyardError {
  const message = `The running Toolyard at ${path} could not be reached: ${toMessage(error)}.`;
  return new ToolyardError('socket-unavailable', message, { cause: error });
}
