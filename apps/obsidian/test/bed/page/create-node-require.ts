import { WindowBuffer as Buffer } from './window-buffer.ts';
import {
  createCodec,
  isCopied,
  toMemberName,
  type Answer,
  type Ask,
  type Message,
  type Wire,
  type WireReference,
} from '../wire/wire.ts';

/** Node as the page has it. */
export interface PageNode {
  /** A builtin whose functions run in Node; it is the same object each time. */
  require(name: string): Record<string, unknown>;
}

/** Marks what stands for an object of Node. */
const NODE_ID = Symbol('id in Node');

type NodeReference = Extract<WireReference, { $: 'node' }>;

/** Connects the page with its Node at a URL; resolves when messages of Node arrive. */
export async function connectNode(url: string): Promise<PageNode> {
  const remotes = new Map<number, object>();
  const callbacks = new Map<number, Function>();
  const signals: AbortSignal[] = [];
  const ids = new Map<Function, number>();
  const waiting = new Map<number, (answer: Answer) => void>();
  const modules = new Map<string, Record<string, unknown>>();
  const codec = createCodec({ toReference, fromReference, toBytes: (base64) => Buffer.from(base64, 'base64') });

  const turns = new MessageChannel();
  let isInTurn = false;
  turns.port2.onmessage = () => {
    ask({ do: 'endTurn' });
    isInTurn = false;
  };

  /** Waits for Node, as everything synchronous does. Node stands still from the first question of a script until after its promises. */
  function ask(question: Ask, given: readonly Uint8Array[] = []): unknown {
    if (!isInTurn) turns.port1.postMessage(null);
    isInTurn = true;
    const request = new XMLHttpRequest();
    request.open('POST', `${url}ask`, false);
    request.send(JSON.stringify(question));
    return open(parseAnswer(request.responseText), given);
  }

  function open(answer: Answer, given: readonly Uint8Array[]): unknown {
    if ('error' in answer) throw codec.fromWire(answer.error);
    for (const [index, base64] of Object.entries(answer.written ?? {})) given[Number(index)]?.set(Buffer.from(base64, 'base64'));
    const { value } = answer;
    if (isPromise(value)) return toPromise(value.id, given);
    return codec.fromWire(value);
  }

  function toPromise(id: number, given: readonly Uint8Array[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      waiting.set(id, (answer) => {
        try {
          resolve(open(answer, given));
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }

  function toReference(value: object): WireReference | undefined {
    const id: unknown = Reflect.get(value, NODE_ID);
    if (typeof id === 'number') return { $: 'node', id, isFunction: false, methods: [] };
    if (typeof value === 'function') return { $: 'callback', id: idOf(value) };
    if (value instanceof AbortSignal) return toSignal(value);
    if (isCopied(value)) return undefined;
    throw new TypeError(`Node cannot be given a ${value.constructor.name} of the page.`);
  }

  function idOf(callback: Function): number {
    const id = ids.get(callback) ?? ids.size;
    ids.set(callback, id);
    callbacks.set(id, callback);
    return id;
  }

  function toSignal(signal: AbortSignal): WireReference {
    const known = signals.indexOf(signal);
    const id = known === -1 ? signals.push(signal) - 1 : known;
    if (known === -1) signal.addEventListener('abort', () => void ask({ do: 'abort', id }));
    return { $: 'signal', id, isAborted: signal.aborted };
  }

  function fromReference(reference: WireReference): unknown {
    if (reference.$ === 'promise') return toPromise(reference.id, []);
    if (reference.$ === 'callback') return callbacks.get(reference.id);
    if (reference.$ === 'signal') return signals[reference.id];
    const remote = remotes.get(reference.id) ?? createRemote(reference);
    remotes.set(reference.id, remote);
    return remote;
  }

  function call(id: number, name: string | undefined, args: readonly unknown[]): unknown {
    const bytes: Uint8Array[] = [];
    const words = args.map((each) => codec.toWire(each, bytes));
    return ask({ do: 'call', id, args: words, ...(name !== undefined && { name }) }, bytes);
  }

  /** Stands for an object of Node: its methods run there, and its members are looked up there. */
  function createRemote({ id, isFunction, methods, own = {} }: NodeReference): object {
    const stubs = new Map<string, unknown>(
      methods.map((name) => [name, (...args: unknown[]) => call(id, name, args)]),
    );
    for (const [name, value] of Object.entries(own)) stubs.set(name, codec.fromWire(value));
    return new Proxy(isFunction ? function remote() {} : {}, {
      get(_target, key) {
        if (key === NODE_ID) return id;
        if (key === Symbol.hasInstance) return (value: unknown) => isInstance(value, id);
        const name = toMemberName(key);
        // Whatever has `then` would be taken for a promise.
        if (name === undefined || name === 'then') return undefined;
        return stubs.has(name) ? stubs.get(name) : ask({ do: 'get', id, name });
      },
      set: (_target, key, value) => typeof key === 'string' && ask({ do: 'set', id, name: key, value: codec.toWire(value) }) === true,
      has: (_target, key) => typeof key === 'string' && (stubs.has(key) || ask({ do: 'has', id, name: key }) === true),
      apply: (_target, _self, args) => call(id, undefined, args),
      construct: (_target, args) => toObject(ask({ do: 'construct', id, args: args.map((each) => codec.toWire(each)) })),
    });
  }

  function isInstance(value: unknown, of: number): boolean {
    const id: unknown = isObject(value) ? Reflect.get(value, NODE_ID) : undefined;
    return typeof id === 'number' && ask({ do: 'isInstance', id, of }) === true;
  }

  function receive(message: Message): void {
    if (message.type === 'callback') {
      callbacks.get(message.id)?.(...message.args.map((each) => codec.fromWire(each)));
      return;
    }
    waiting.get(message.id)?.(message.answer);
    waiting.delete(message.id);
  }

  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}events`);
  socket.addEventListener('message', ({ data }) => receive(parseMessage(String(data))));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  return {
    require(name) {
      const module = modules.get(name) ?? (toObject(ask({ do: 'require', name })) as Record<string, unknown>);
      modules.set(name, module);
      return module;
    },
  };
}

function isPromise(value: Wire): value is Extract<WireReference, { $: 'promise' }> {
  return isObject(value) && '$' in value && value.$ === 'promise';
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function toObject(value: unknown): object {
  if (isObject(value)) return value;
  throw new TypeError('Node gave no object.');
}

function parseAnswer(text: string): Answer {
  return JSON.parse(text) as Answer;
}

function parseMessage(text: string): Message {
  return JSON.parse(text) as Message;
}
