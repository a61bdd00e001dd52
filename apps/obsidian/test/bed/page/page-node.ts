import path from 'path-browserify';
import {
  createCodec,
  isCopied,
  isObject,
  toMemberName,
  type Answer,
  type Ask,
  type Codec,
  type Message,
  type Wire,
  type WireReference,
} from '../wire/wire.ts';
import { WindowBuffer } from './window-buffer.ts';

/** Marks what stands for an object of Node. */
const NODE_ID = Symbol('id in Node');

type Reference<Kind extends WireReference['$']> = Extract<WireReference, { $: Kind }>;

/** Node as the page has it: its modules, whose functions run in the process of the window. */
export class PageNode {
  private readonly url: string;
  private readonly remotes = new Map<number, object>();
  private readonly callbacks = new Map<number, Function>();
  private readonly callbackIds = new Map<Function, number>();
  private readonly signals: AbortSignal[] = [];
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private readonly modules = new Map<string, object>();
  private readonly turns = new MessageChannel();
  private readonly codec: Codec;
  private turn = 0;
  private isInTurn = false;

  private constructor(url: string, socket: WebSocket) {
    this.url = url;
    this.codec = createCodec({
      toReference: (value) => this.toReference(value),
      fromReference: (reference) => this.fromReference(reference),
      toBytes: (base64) => WindowBuffer.from(base64, 'base64'),
    });
    this.turns.port2.addEventListener('message', () => {
      socket.send(String(this.turn));
      this.turn += 1;
      this.isInTurn = false;
    });
    this.turns.port2.start();
  }

  /** Connects the page with its Node at a URL; resolves when messages of Node arrive. */
  static async connect(url: string): Promise<PageNode> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}events`);
    const node = new PageNode(url, socket);
    socket.addEventListener('message', ({ data }) => node.receive(JSON.parse(String(data)) as Message));
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    return node;
  }

  /** A builtin; it is the same object each time. */
  require(name: string): object {
    const module = this.modules.get(name) ?? this.load(name);
    this.modules.set(name, module);
    return module;
  }

  /** A question takes milliseconds, and paths are joined at every step; so what is computed from words alone is computed in the page. */
  private load(name: string): object {
    const module = toObject(this.ask({ do: 'require', name }));
    return name === 'node:path' ? { ...module, ...path, posix: path, win32: Reflect.get(module, 'win32') } : module;
  }

  /** Waits for Node, as everything synchronous does. Node stands still from the first question of a script until after its promises. */
  private ask(question: Ask, given: readonly Uint8Array[] = []): unknown {
    if (!this.isInTurn) this.turns.port1.postMessage(null);
    this.isInTurn = true;
    const request = new XMLHttpRequest();
    request.open('POST', `${this.url}ask/${this.turn}`, false);
    request.send(JSON.stringify(question));
    return this.open(JSON.parse(request.responseText) as Answer, given);
  }

  private open(answer: Answer, given: readonly Uint8Array[]): unknown {
    if ('error' in answer) throw this.codec.fromWire(answer.error);
    for (const [index, base64] of Object.entries(answer.written ?? {})) {
      given[Number(index)]?.set(WindowBuffer.from(base64, 'base64'));
    }
    const { value } = answer;
    return isPromise(value) ? this.follow(value, given) : this.codec.fromWire(value);
  }

  private follow({ id }: Reference<'promise'>, given: readonly Uint8Array[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.set(id, (answer) => {
        try {
          resolve(this.open(answer, given));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  private receive(message: Message): void {
    if (message.type === 'callback') {
      this.callbacks.get(message.id)?.(...message.args.map((each) => this.codec.fromWire(each)));
      return;
    }
    this.waiting.get(message.id)?.(message.answer);
    this.waiting.delete(message.id);
  }

  private toReference(value: object): WireReference | undefined {
    const id = idOf(value);
    if (id !== undefined) return { $: 'node', id, isFunction: false, methods: [] };
    if (typeof value === 'function') return this.toCallback(value);
    if (value instanceof AbortSignal) return this.toSignal(value);
    if (isCopied(value)) return undefined;
    throw new TypeError(`Node cannot be given a ${value.constructor.name} of the page.`);
  }

  private toCallback(callback: Function): WireReference {
    const id = this.callbackIds.get(callback) ?? this.callbackIds.size;
    this.callbackIds.set(callback, id);
    this.callbacks.set(id, callback);
    return { $: 'callback', id };
  }

  private toSignal(signal: AbortSignal): WireReference {
    const known = this.signals.indexOf(signal);
    const id = known === -1 ? this.signals.push(signal) - 1 : known;
    if (known === -1) signal.addEventListener('abort', () => void this.ask({ do: 'abort', id }));
    return { $: 'signal', id, isAborted: signal.aborted };
  }

  private fromReference(reference: WireReference): unknown {
    if (reference.$ === 'promise') return this.follow(reference, []);
    if (reference.$ === 'callback') return this.callbacks.get(reference.id);
    if (reference.$ === 'signal') return this.signals[reference.id];
    const remote = this.remotes.get(reference.id) ?? this.createRemote(reference);
    this.remotes.set(reference.id, remote);
    return remote;
  }

  private call(id: number, name: string | undefined, args: readonly unknown[]): unknown {
    const bytes: Uint8Array[] = [];
    const words = args.map((each) => this.codec.toWire(each, bytes));
    return this.ask({ do: 'call', id, args: words, ...(name !== undefined && { name }) }, bytes);
  }

  /** Stands for an object of Node: its methods run there, and its members are looked up there. */
  private createRemote({ id, isFunction, methods, own = {}, kinds = {} }: Reference<'node'>): object {
    const known = new Map<string, unknown>();
    for (const name of methods) known.set(name, (...args: unknown[]) => this.call(id, name, args));
    for (const [name, value] of Object.entries(kinds)) known.set(name, () => value);
    for (const [name, value] of Object.entries(own)) known.set(name, this.codec.fromWire(value));
    return new Proxy(isFunction ? function remote() {} : {}, {
      get: (_target, key) => {
        if (key === NODE_ID) return id;
        if (key === Symbol.hasInstance) return (value: unknown) => this.isInstance(value, id);
        const name = toMemberName(key);
        // Whatever has `then` would be taken for a promise.
        if (name === undefined || name === 'then') return undefined;
        return known.has(name) ? known.get(name) : this.ask({ do: 'get', id, name });
      },
      set: (_target, key, value) =>
        typeof key === 'string' && this.ask({ do: 'set', id, name: key, value: this.codec.toWire(value) }) === true,
      has: (_target, key) =>
        typeof key === 'string' && (known.has(key) || this.ask({ do: 'has', id, name: key }) === true),
      apply: (_target, _self, args) => this.call(id, undefined, args),
      construct: (_target, args) =>
        toObject(this.ask({ do: 'construct', id, args: args.map((each) => this.codec.toWire(each)) })),
    });
  }

  private isInstance(value: unknown, of: number): boolean {
    const id = isObject(value) ? idOf(value) : undefined;
    return id !== undefined && this.ask({ do: 'isInstance', id, of }) === true;
  }
}

function idOf(value: object): number | undefined {
  const id: unknown = Reflect.get(value, NODE_ID);
  return typeof id === 'number' ? id : undefined;
}

function isPromise(value: Wire): value is Reference<'promise'> {
  return isObject(value) && '$' in value && value.$ === 'promise';
}

function toObject(value: unknown): object {
  if (isObject(value)) return value;
  throw new TypeError('Node gave no object.');
}
