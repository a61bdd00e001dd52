import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { FakeContainer } from './fake-container.ts';

/** A request that arrived whole at a fake engine. */
export interface EngineArrival {
  /** Method and path without a version, e.g. `POST /containers/create`. */
  readonly what: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How a fake engine behaves where it is not as usual. */
export interface FakeEngineOptions {
  /** Takes a request for itself by returning true. */
  take?(arrival: EngineArrival, response: ServerResponse): boolean;
  onStart?(container: FakeContainer): void;
  onInput?(container: FakeContainer, text: string): void;
  /** The version of the interface that it names. */
  readonly version?: string;
  /** Where it listens; in a folder of its own where absent. */
  readonly socket?: string;
}

/** A container engine on a unix socket, in this process: every image is there, and every container starts. */
export interface FakeEngine {
  readonly env: { readonly DOCKER_HOST: string };
  readonly socket: string;
  /** All that arrived, in order, e.g. `POST /containers/create`, with paths as they came. */
  readonly requests: readonly string[];
  /** The containers that exist, by id. */
  readonly containers: ReadonlyMap<string, FakeContainer>;
  /** Adds a container that somebody else made. */
  add(name: string, body: Readonly<Record<string, unknown>>, ports?: readonly number[]): FakeContainer;
  /** The container with that name; throws where there is none. */
  named(name: string): FakeContainer;
  stop(): Promise<void>;
}

/** Listens on a unix socket. */
export async function startFakeEngine(options: FakeEngineOptions = {}): Promise<FakeEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-engine-'));
  const socket = options.socket ?? join(folder, 'engine.sock');
  const state = new EngineState(options);
  const server = createServer((request, response) => void state.receive(request, response));
  server.on('upgrade', (request, stream) => state.attach(request, stream));
  await new Promise<void>((resolve) => void server.listen(socket, resolve));
  return {
    env: { DOCKER_HOST: `unix://${socket}` },
    socket,
    requests: state.requests,
    containers: state.containers,
    add: (name, body, ports) => state.add(name, body, ports),
    named: (name) => state.named(name),
    async stop() {
      for (const container of state.containers.values()) container.cut();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

class EngineState {
  readonly requests: string[] = [];
  readonly containers = new Map<string, FakeContainer>();
  readonly #options: FakeEngineOptions;
  /** Who hears of which container. */
  readonly #listeners = new Map<ServerResponse, string>();
  readonly #events: { readonly id: string; readonly line: string }[] = [];
  #count = 0;

  constructor(options: FakeEngineOptions) {
    this.#options = options;
  }

  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += String(part);
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://engine');
    this.requests.push(`${request.method} ${pathname}`);
    const what = `${request.method} ${pathname.replace(/^\/v[\d.]+/, '')}`;
    const body: unknown = text === '' ? {} : JSON.parse(text);
    const arrival = { what, query, body: typeof body === 'object' ? { ...body } : {} };
    response.setHeader('api-version', this.#options.version ?? '1.41');
    if (this.#options.take?.(arrival, response) !== true) this.#answer(arrival, response);
  }

  attach(request: IncomingMessage, stream: Duplex): void {
    const { pathname } = new URL(request.url ?? '', 'http://engine');
    this.requests.push(`${request.method} ${pathname}`);
    stream.write('HTTP/1.1 101 UPGRADED\r\nContent-Type: application/vnd.docker.raw-stream\r\n');
    stream.write('Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
    this.containers.get(pathname.split('/').at(-2) ?? '')?.attach(stream);
  }

  add(name: string, body: Readonly<Record<string, unknown>>, ports: readonly number[] = []): FakeContainer {
    const id = `id-${++this.#count}`;
    const container = new FakeContainer({
      id,
      name,
      body,
      ports,
      tell: (action, attributes = {}) => this.#tell(id, action, attributes),
      onInput: (each, text) => this.#options.onInput?.(each, text),
      onRemoved: () => void this.containers.delete(id),
    });
    this.containers.set(id, container);
    return container;
  }

  named(name: string): FakeContainer {
    const found = [...this.containers.values()].find((container) => container.name === name);
    if (found === undefined) throw new Error(`There is no container "${name}"`);
    return found;
  }

  #answer({ what, query, body }: EngineArrival, response: ServerResponse): void {
    const [, id = '', action = ''] = /^\w+ \/containers\/([^/]+)\/?(.*)$/.exec(what) ?? [];
    const container = this.containers.get(id);
    if (what === 'GET /_ping') response.end('OK');
    else if (what === 'GET /events') this.#listen(query, response);
    else if (what.startsWith('GET /images/')) send(response, 200, {});
    else if (what === 'GET /containers/json') send(response, 200, [...this.containers.values()].map(toListed));
    else if (what === 'POST /containers/create') this.#create(query.get('name') ?? '', body, response);
    else if (container === undefined) send(response, 404, { message: `No such container: ${id}` });
    else this.#act(container, action === '' ? 'remove' : action, response);
  }

  #create(name: string, body: Readonly<Record<string, unknown>>, response: ServerResponse): void {
    if ([...this.containers.values()].some((container) => container.name === name)) {
      send(response, 409, { message: `Conflict. The container name "/${name}" is already in use` });
    } else send(response, 201, { Id: this.add(name, body).id });
  }

  #act(container: FakeContainer, action: string, response: ServerResponse): void {
    if (action === 'json') return send(response, 200, { Id: container.id });
    if (action === 'start') container.isRunning = true;
    if (action === 'stop' && container.stays !== 'until-forced') container.exit(143);
    if (action === 'remove') container.exit(137);
    response.writeHead(204).end();
    if (action === 'start') this.#options.onStart?.(container);
  }

  /** Also tells what happened before, as an engine does for `since`. */
  #listen(query: URLSearchParams, response: ServerResponse): void {
    const filters: { container?: string[] } = JSON.parse(query.get('filters') ?? '{}');
    const id = filters.container?.[0] ?? '';
    this.#listeners.set(response, id);
    response.flushHeaders();
    for (const event of this.#events) if (event.id === id) response.write(event.line);
  }

  #tell(id: string, action: string, attributes: Readonly<Record<string, string>>): void {
    const event = { Type: 'container', Action: action, Actor: { ID: id, Attributes: attributes } };
    const line = `${JSON.stringify(event)}\n`;
    this.#events.push({ id, line });
    for (const [listener, wanted] of this.#listeners) if (wanted === id) listener.write(line);
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function toListed({ id, name, body, labels, ports }: FakeContainer): object {
  const Ports = ports.map((port) => ({ PublicPort: port }));
  return { Id: id, Names: [`/${name}`], Image: body['Image'], State: 'running', Labels: labels, Ports };
}
