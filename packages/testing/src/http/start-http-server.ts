import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request that arrived whole. */
export interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP server on loopback, in this process. */
export interface TestHttpServer {
  readonly port: number;
  /** All that arrived, in order. */
  readonly requests: readonly ArrivedRequest[];
  /** How many connections are open. */
  connections(): number;
  /** Cuts every connection. */
  cut(): void;
  /** Cuts every connection and listens no more. */
  stop(): Promise<void>;
}

/** Listens on a free port, or on the given one. */
export async function startHttpServer(
  answer: (request: ArrivedRequest, response: ServerResponse) => void,
  port = 0,
): Promise<TestHttpServer> {
  const requests: ArrivedRequest[] = [];
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    response.on('error', () => undefined);
    incoming.on('data', (part: Buffer) => void parts.push(part));
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body: Buffer.concat(parts).toString('utf8') };
      requests.push(request);
      answer(request, response);
    });
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server),
    requests,
    connections: () => sockets.size,
    cut: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo;
  return address.port;
}
