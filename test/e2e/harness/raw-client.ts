import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { waitUntil } from '@toolyard/testing';

/** One JSON-RPC message as it came, parsed; `line` holds its bytes. */
export interface Message {
  readonly line: Buffer;
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** How a process came to its end. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Milliseconds since it was started. */
  readonly ms: number;
}

/** What is started, and where. */
export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const LIMIT_MS = 50_000;

/** A client that speaks lines over the pipes of a process and reads nothing into them. */
export class RawClient {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  /** All messages, in order. */
  readonly messages: Message[] = [];
  /** Lines on stdout that are not a JSON object. */
  readonly noise: string[] = [];
  stderr = '';
  #parts: Buffer[] = [];
  #nextId = 1;

  constructor({ command, args, cwd, env }: ProcessOptions) {
    const startedAt = performance.now();
    this.child = spawn(command, args, { cwd, env, stdio: 'pipe' });
    this.child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    // A process that has left is seen by its end, not by what could not be written to it.
    this.child.stdin.on('error', () => undefined);
    this.ended = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('close', (code, signal) => resolve({ code, signal, ms: performance.now() - startedAt }));
    });
  }

  get pid(): number {
    return this.child.pid ?? Number.NaN;
  }

  /** Writes exactly this. */
  write(text: string): void {
    this.child.stdin.write(text);
  }

  /** Writes one message. */
  send(message: object): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  notify(method: string, params?: object): void {
    this.send({ method, ...(params && { params }) });
  }

  /** Sends a request without waiting; gives its id. */
  ask(method: string, params?: object): number {
    const id = this.#nextId++;
    this.send({ id, method, ...(params && { params }) });
    return id;
  }

  /** Resolves with the answer, a result or an error. */
  request(method: string, params?: object, limitMs: number = LIMIT_MS): Promise<Message> {
    return this.answerTo(this.ask(method, params), limitMs);
  }

  answerTo(id: unknown, limitMs: number = LIMIT_MS): Promise<Message> {
    return this.saw((message) => message.id === id && message.method === undefined, limitMs);
  }

  /** Resolves with the first message, also an earlier one, that is wanted; rejects when the process ends without it. */
  async saw(isWanted: (message: Message) => boolean, limitMs: number = LIMIT_MS): Promise<Message> {
    let found: Message | undefined;
    let next = 0;
    const look = (): boolean => {
      for (; next < this.messages.length && found === undefined; next++) {
        const message = this.messages[next];
        if (message !== undefined && isWanted(message)) found = message;
      }
      return found !== undefined || this.child.stdout.readableEnded;
    };
    await waitUntil(look, limitMs);
    if (found === undefined) throw new Error(`The process ended without the message: ${this.stderr}`);
    return found;
  }

  /** The handshake of the protocol. */
  async initialize(protocolVersion = '2025-11-25', capabilities: object = {}): Promise<Message> {
    const clientInfo = { name: 'raw', version: '1' };
    const answer = await this.request('initialize', { protocolVersion, capabilities, clientInfo });
    this.notify('notifications/initialized');
    return answer;
  }

  /** One list, e.g. `tools`, of one answer: the gateway has no pages. */
  async list(method: string, member = method.split('/')[0] ?? ''): Promise<Record<string, unknown>[]> {
    const { result } = await this.request(method);
    const items = result?.[member];
    if (!Array.isArray(items)) throw new Error(`No ${member} in the answer to ${method}`);
    return items;
  }

  /** The names in `tools/list`. */
  async toolNames(): Promise<unknown[]> {
    return (await this.list('tools/list')).map((tool) => tool['name']);
  }

  call(name: string, args: object = {}, more: object = {}): Promise<Message> {
    return this.request('tools/call', { name, arguments: args, ...more });
  }

  /** The first text block of a call's result; rejects where there is none. */
  async text(name: string, args: object = {}): Promise<string> {
    return textOf(await this.call(name, args));
  }

  /** The client goes away as clients do. */
  async close(): Promise<Ended> {
    this.child.stdin.end();
    return this.ended;
  }

  #read(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.#take(Buffer.concat([...this.#parts, chunk.subarray(from, at)]));
      this.#parts = [];
      from = at + 1;
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from));
  }

  #take(line: Buffer): void {
    try {
      const parsed: unknown = JSON.parse(line.toString('utf8'));
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) this.noise.push(line.toString());
      else this.messages.push({ ...parsed, line });
    } catch {
      this.noise.push(line.toString());
    }
  }
}

/** The first text block of a result. */
export function textOf({ result, error }: Message): string {
  const content = result?.['content'];
  const text: unknown = Array.isArray(content) ? content[0]?.text : undefined;
  if (typeof text !== 'string') throw new Error(`No text in the answer: ${JSON.stringify(error ?? result)}`);
  return text;
}

/** The text of a message with its first id taken out, since every hop has ids of its own. */
export function withoutId({ line }: Message): string {
  return line.toString('utf8').replace(/"id":\s*("[^"]*"|-?\d+)/, '"id":');
}
