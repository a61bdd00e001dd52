import { createRequire } from 'node:module';
import { Dirent, Stats } from 'node:fs';
import {
  createCodec,
  fromMemberName,
  isCopied,
  toBase64,
  toMemberName,
  type Answer,
  type Ask,
  type Message,
  type Wire,
  type WireReference,
  type WrittenBytes,
} from '../wire/wire.ts';

/** Does in Node what a page asks for. */
export interface NodeEnd {
  /** Never throws; what Node throws is in the answer. */
  answer(ask: Ask): Answer;
}

const require = createRequire(__filename);

/** What is done for one page: `tell` sends it a message. */
export function createNodeEnd(tell: (message: Message) => void): NodeEnd {
  const objects: object[] = [];
  const ids = new Map<object, number>();
  const callbacks = new Map<number, (...args: unknown[]) => void>();
  const signals = new Map<number, AbortController>();
  let promises = 0;
  const codec = createCodec({ toReference, fromReference, toBytes: (base64) => Buffer.from(base64, 'base64') });

  function toReference(value: object): WireReference | undefined {
    if (value instanceof Promise) return follow(value, []);
    return isCopied(value) ? undefined : refer(value);
  }

  function refer(value: object): WireReference {
    const id = ids.get(value) ?? objects.push(value) - 1;
    ids.set(value, id);
    const isSnapshot = value instanceof Stats || value instanceof Dirent;
    const own = isSnapshot && { own: mapMembers(value, (each) => codec.toWire(each)) };
    return { $: 'node', id, isFunction: typeof value === 'function', methods: methodsOf(value), ...own };
  }

  function follow(promise: Promise<unknown>, given: readonly GivenBytes[]): WireReference {
    const id = promises++;
    const settle = (answer: () => Answer): void => tell({ type: 'settled', id, answer: attempt(answer) });
    promise.then(
      (value) => settle(() => ({ value: codec.toWire(value), written: findWritten(given) })),
      (error: unknown) => settle(() => ({ error: codec.toWire(error) })),
    );
    return { $: 'promise', id };
  }

  function fromReference(reference: WireReference): unknown {
    if (reference.$ === 'node') return objects[reference.id];
    if (reference.$ === 'signal') return toSignal(reference);
    const { id } = reference;
    // The same function for the same one of the page, so that listeners can be removed.
    const callback =
      callbacks.get(id) ?? ((...args: unknown[]) => tell({ type: 'callback', id, args: args.map((each) => codec.toWire(each)) }));
    callbacks.set(id, callback);
    return callback;
  }

  function toSignal({ id, isAborted }: Extract<WireReference, { $: 'signal' }>): AbortSignal {
    const controller = signals.get(id) ?? new AbortController();
    signals.set(id, controller);
    if (isAborted) controller.abort();
    return controller.signal;
  }

  function perform(ask: Ask): Answer {
    switch (ask.do) {
      case 'require':
        return { value: toModule(ask.name === 'process' ? process : require(ask.name)) };
      case 'get':
        return { value: codec.toWire(Reflect.get(at(ask.id), fromMemberName(ask.name))) };
      case 'set':
        return { value: Reflect.set(at(ask.id), ask.name, codec.fromWire(ask.value)) };
      case 'has':
        return { value: ask.name in at(ask.id) };
      case 'isInstance':
        return { value: at(ask.id) instanceof asFunction(at(ask.of)) };
      case 'abort':
        signals.get(ask.id)?.abort();
        return { value: null };
      case 'endTurn':
        return { value: null };
      default:
        return invoke(ask);
    }
  }

  function invoke(ask: Extract<Ask, { do: 'call' | 'construct' }>): Answer {
    const bytes: Uint8Array[] = [];
    const args = ask.args.map((each) => codec.fromWire(each, bytes));
    const given = bytes.map((each) => ({ now: each, before: Uint8Array.from(each) }));
    const target = at(ask.id);
    if (ask.do === 'construct') return { value: codec.toWire(Reflect.construct(asFunction(target), args)) };
    const called = ask.name === undefined ? target : Reflect.get(target, fromMemberName(ask.name));
    const result: unknown = Reflect.apply(asFunction(called), ask.name === undefined ? undefined : target, args);
    if (result instanceof Promise) return { value: follow(result, given) };
    return { value: codec.toWire(result), written: findWritten(given) };
  }

  /** The members of a module are looked up by whoever bundled it; objects among them lead back to it, so they are not copied. */
  function toModule(module: object): Wire {
    return { $: 'object', members: mapMembers(module, (each) => (isObject(each) ? refer(each) : codec.toWire(each))) };
  }

  function at(id: number): object {
    const found = objects[id];
    if (found === undefined) throw new Error(`Nothing has the number ${id}.`);
    return found;
  }

  function attempt(answer: () => Answer): Answer {
    try {
      return answer();
    } catch (error) {
      return { error: codec.toWire(error) };
    }
  }

  return { answer: (ask) => attempt(() => perform(ask)) };
}

interface GivenBytes {
  readonly now: Uint8Array;
  readonly before: Uint8Array;
}

function findWritten(given: readonly GivenBytes[]): WrittenBytes {
  const changed = given.map(({ now, before }, index) => ({ index, now, isSame: Buffer.compare(now, before) === 0 }));
  return Object.fromEntries(changed.filter(({ isSame }) => !isSame).map(({ index, now }) => [index, toBase64(now)]));
}

function mapMembers(value: object, toWire: (member: unknown) => Wire): Record<string, Wire> {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toWire(each)]));
}

function methodsOf(value: object): string[] {
  const names = new Set<string>();
  for (let owner: unknown = value; isObject(owner) && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    if (owner === Function.prototype) break;
    for (const key of Reflect.ownKeys(owner)) {
      const name = toMemberName(key);
      const { value: member }: { value?: unknown } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
      if (name !== undefined && name !== 'constructor' && typeof member === 'function') names.add(name);
    }
  }
  return [...names];
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function asFunction(value: unknown): Function {
  if (typeof value !== 'function') throw new TypeError('This is no function.');
  return value;
}
