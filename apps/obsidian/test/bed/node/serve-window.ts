// The Node of one window: a process of its own, which ends with the window, however that ends, as Electron's renderer does.
//
// In a renderer page and Node share one thread, so nothing happens in Node while a script of the page runs: a listener that is added right
// after a server was told to listen hears that it listens. Here the main thread is Node, and takes no event from the first request of a
// script until the page says that the script is over. A second thread talks with the page meanwhile.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import {
  isMainThread,
  MessageChannel,
  receiveMessageOnPort,
  Worker,
  workerData,
  type MessagePort,
} from 'node:worker_threads';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Ask } from '../wire/wire.ts';
import { NodeEnd } from './node-end.ts';

interface Shared {
  readonly folder: string;
  readonly token: string;
  readonly port: MessagePort;
  /** Counts the requests that were passed on, so that the main thread can sleep until the next one. */
  readonly count: Int32Array;
}

type FromMain = { readonly type: 'answer' | 'message'; readonly text: string };
type FromServer =
  | { readonly type: 'url'; readonly text: string }
  | { readonly type: 'ask'; readonly turn: number; readonly text: string }
  | { readonly type: 'end'; readonly turn: number };

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Everything that passes is shown where this is set, for whoever looks for what a plugin waits for. */
const isTraced = process.env['TOOLYARD_BED_TRACE'] === '1';
const TRACED = 300;

function beNode(): void {
  const [folder = '', token = ''] = process.argv.slice(2);
  const { port1: port, port2 } = new MessageChannel();
  const count = new Int32Array(new SharedArrayBuffer(4));
  const shared: Shared = { folder, token, port: port2, count };
  const server = new Worker(__filename, { workerData: shared, transferList: [port2] });
  server.once('error', (error) => {
    throw error;
  });
  const send = (message: FromMain): void => port.postMessage(message);
  const end = new NodeEnd((message) => send({ type: 'message', text: JSON.stringify(message) }));
  let busyWith: number | undefined;

  function take(message: FromServer): void {
    if (message.type === 'url') return void process.stdout.write(`${message.text}\n`);
    if (message.type === 'end') {
      // It comes by another way than questions, so one of the next turn may have overtaken it.
      if (message.turn === busyWith) busyWith = undefined;
      return;
    }
    busyWith = message.turn;
    send({ type: 'answer', text: JSON.stringify(end.answer(JSON.parse(message.text) as Ask)) });
  }

  port.on('message', (first: FromServer) => {
    take(first);
    while (busyWith !== undefined) {
      const seen = Atomics.load(count, 0);
      const next: { message: FromServer } | undefined = receiveMessageOnPort(port);
      if (next === undefined) Atomics.wait(count, 0, seen);
      else take(next.message);
    }
  });
}

function serve({ folder, token, port, count }: Shared): void {
  const waiting: ServerResponse[] = [];
  let page: WebSocket | undefined;
  const send = (message: FromServer): void => {
    port.postMessage(message);
    Atomics.add(count, 0, 1);
    Atomics.notify(count, 0);
  };

  port.on('message', ({ type, text }: FromMain) => {
    if (isTraced) process.stderr.write(`${type === 'answer' ? ' ' : ''}<= ${text.slice(0, TRACED)}\n`);
    // The page asks one thing at a time, and answers come in the order of the questions.
    if (type === 'answer') waiting.shift()?.end(text);
    else page?.send(text);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, given, name = '', turn] = (request.url ?? '').split('/');
    if (given !== token) return void response.writeHead(404).end();
    if (name !== 'ask') {
      const type = `${TYPES[extname(name)] ?? 'text/plain'}; charset=utf-8`;
      return void response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, name)));
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    if (isTraced) process.stderr.write(`=> ${text.slice(0, TRACED)}\n`);
    waiting.push(response);
    send({ type: 'ask', turn: Number(turn), text });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  new WebSocketServer({ server, path: `/${token}/events` }).on('connection', (socket) => {
    page = socket;
    // A script of the page is over.
    socket.on('message', (turn) => send({ type: 'end', turn: Number(turn) }));
    // A window that is gone takes everything along that lives in its process, at once.
    socket.on('close', () => process.kill(process.pid, 'SIGKILL'));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') send({ type: 'url', text: `http://127.0.0.1:${address?.port}/${token}/` });
  });
}

if (isMainThread) beNode();
else serve(workerData as Shared);
