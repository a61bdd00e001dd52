import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can be taken away and given back. */
export interface CuttableProxy {
  readonly port: number;
  /** Cuts every connection, and takes no new one. */
  cut(): Promise<void>;
  /** Takes connections again, at the same place. */
  restore(): Promise<void>;
}

/** Listens on a free port and passes everything on to the other one, on this machine. */
export async function startCuttableProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(target.port, target.host);
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const listen = async (port: number): Promise<void> =>
    new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async cut() {
      const closed = new Promise((resolve) => void server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    restore: async () => listen(port),
  };
}
