import { Dirent, Stats } from 'node:fs';
import { createRequire } from 'node:module';
import {
  createCodec,
  fromMemberName,
  isCopied,
  isObject,
  toBase64,
  toMemberName,
  type Answer,
  type Ask,
  type Codec,
  type Message,
  type Wire,
  type WireReference,
  type WrittenBytes,
} from '../wire/wire.ts';

const require = createRequire(__filename);

/** Bytes of the page, and a copy of them as they came. */
interface GivenBytes {
  readonly now: Uint8Array;
  readonly before: Uint8Array;
}

/** Does in Node what a page asks for, and keeps the objects that the page has heard of. */
export class NodeEnd {
  private readonly tell: (message: Message) => void;
  private readonly objects: object[] = [];
  private readonly ids = new Map<object, number>();
  private readonly callbacks = new Map<number, (...args: unknown[]) => void>();
  private readonly signals = new Map<number, AbortController>();
  private readonly codec: Codec;
  private promises = 0;

  /** `tell` sends the page a message. */
  constructor(tell: (message: Message) => void) {
    this.tell = tell;
    this.codec = createCodec({
      toReference: (value) => this.toReference(value),
      fromReference: (reference) => this.fromReference(reference),
      toBytes: (base64) => Buffer.from(base64, 'base64'),
    });
  }

  /** Never throws; what Node throws is in the answer. */
  answer(ask: Ask): Answer {
    return this.attempt(() => this.perform(ask));
  }

  private attempt(answer: () => Answer): Answer {
    try {
      return answer();
    } catch (error) {
      return { error: this.codec.toWire(error) };
    }
  }

  private perform(ask: Ask): Answer {
    switch (ask.do) {
      case 'require':
        return { value: this.toModule(ask.name === 'process' ? process : require(ask.name)) };
      case 'get':
        return { value: this.codec.toWire(Reflect.get(this.at(ask.id), fromMemberName(ask.name))) };
      case 'set':
        return { value: Reflect.set(this.at(ask.id), ask.name, this.codec.fromWire(ask.value)) };
      case 'has':
        return { value: ask.name in this.at(ask.id) };
      case 'isInstance':
        return { value: this.at(ask.id) instanceof asFunction(this.at(ask.of)) };
      case 'abort':
        this.signals.get(ask.id)?.abort();
        return { value: null };
      default:
        return this.invoke(ask);
    }
  }

  private invoke(ask: Extract<Ask, { do: 'call' | 'construct' }>): Answer {
    const bytes: Uint8Array[] = [];
    const args = ask.args.map((each) => this.codec.fromWire(each, bytes));
    const given = bytes.map((each) => ({ now: each, before: Uint8Array.from(each) }));
    const target = this.at(ask.id);
    if (ask.do === 'construct') return { value: this.codec.toWire(Reflect.construct(asFunction(target), args)) };
    const called = ask.name === undefined ? target : Reflect.get(target, fromMemberName(ask.name));
    const result: unknown = Reflect.apply(asFunction(called), ask.name === undefined ? undefined : target, args);
    if (result instanceof Promise) return { value: this.follow(result, given) };
    return { value: this.codec.toWire(result), written: findWritten(given) };
  }

  /** The members of a module are looked up by whoever bundled it; objects among them lead back to it, so they are not copied. */
  private toModule(module: object): Wire {
    const toWire = (each: unknown): Wire => (isObject(each) ? this.refer(each) : this.codec.toWire(each));
    return { $: 'object', members: mapMembers(module, toWire) };
  }

  private toReference(value: object): WireReference | undefined {
    if (value instanceof Promise) return this.follow(value, []);
    return isCopied(value) ? undefined : this.refer(value);
  }

  private refer(value: object): WireReference {
    const id = this.ids.get(value) ?? this.objects.push(value) - 1;
    this.ids.set(value, id);
    const isSnapshot = value instanceof Stats || value instanceof Dirent;
    if (!isSnapshot) return { $: 'node', id, isFunction: typeof value === 'function', methods: methodsOf(value) };
    const own = mapMembers(value, (each) => this.codec.toWire(each));
    return { $: 'node', id, isFunction: false, methods: [], own, kinds: kindsOf(value) };
  }

  private follow(promise: Promise<unknown>, given: readonly GivenBytes[]): WireReference {
    const id = this.promises++;
    const settle = (answer: () => Answer): void => this.tell({ type: 'settled', id, answer: this.attempt(answer) });
    promise.then(
      (value) => settle(() => ({ value: this.codec.toWire(value), written: findWritten(given) })),
      (error: unknown) => settle(() => ({ error: this.codec.toWire(error) })),
    );
    return { $: 'promise', id };
  }

  private fromReference(reference: WireReference): unknown {
    if (reference.$ === 'node') return this.at(reference.id);
    if (reference.$ === 'signal') return this.toSignal(reference);
    const { id } = reference;
    // The same function for the same one of the page, so that listeners can be removed.
    const callback = this.callbacks.get(id) ?? ((...args: unknown[]) => this.callBack(id, args));
    this.callbacks.set(id, callback);
    return callback;
  }

  private callBack(id: number, args: readonly unknown[]): void {
    this.tell({ type: 'callback', id, args: args.map((each) => this.codec.toWire(each)) });
  }

  private toSignal({ id, isAborted }: Extract<WireReference, { $: 'signal' }>): AbortSignal {
    const controller = this.signals.get(id) ?? new AbortController();
    this.signals.set(id, controller);
    if (isAborted) controller.abort();
    return controller.signal;
  }

  private at(id: number): object {
    const found = this.objects[id];
    if (found === undefined) throw new Error(`Nothing has the number ${id}.`);
    return found;
  }
}

function findWritten(given: readonly GivenBytes[]): WrittenBytes {
  const changed = given.map(({ now, before }, index) => ({ index, now, isSame: Buffer.compare(now, before) === 0 }));
  return Object.fromEntries(changed.filter(({ isSame }) => !isSame).map(({ index, now }) => [index, toBase64(now)]));
}

function mapMembers(value: object, toWire: (member: unknown) => Wire): Record<string, Wire> {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toWire(each)]));
}

/** What kind of file it is, by the names of the methods that say so. */
function kindsOf(value: Stats | Dirent): Record<string, boolean> {
  const names = methodsOf(value).filter((name) => /^is[A-Z]/.test(name));
  return Object.fromEntries(
    names.map((name) => [name, Reflect.apply(asFunction(Reflect.get(value, name)), value, []) === true]),
  );
}

function methodsOf(value: object): string[] {
  const names = new Set<string>();
  for (let owner: unknown = value; isObject(owner) && !ROOTS.has(owner); owner = Object.getPrototypeOf(owner)) {
    for (const key of Reflect.ownKeys(owner)) {
      const name = toMemberName(key);
      const { value: member }: { value?: unknown } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
      if (name !== undefined && name !== 'constructor' && typeof member === 'function') names.add(name);
    }
  }
  return [...names];
}

const ROOTS: ReadonlySet<unknown> = new Set([Object.prototype, Function.prototype]);

function asFunction(value: unknown): Function {
  if (typeof value !== 'function') throw new TypeError('This is no function.');
  return value;
}
