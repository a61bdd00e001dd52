/** A value on its way between the page and Node, as JSON. */
export type Wire = null | boolean | number | string | readonly Wire[] | WireTagged;

/** A value that JSON has no word for. */
export type WireTagged =
  | { readonly $: 'undefined' }
  | { readonly $: 'number'; readonly text: string }
  | { readonly $: 'bigint'; readonly text: string }
  | { readonly $: 'date'; readonly ms: number }
  | { readonly $: 'url'; readonly href: string }
  | { readonly $: 'bytes'; readonly base64: string }
  | { readonly $: 'object'; readonly members: Readonly<Record<string, Wire>> }
  | {
      readonly $: 'error';
      readonly name: string;
      readonly message: string;
      readonly members: Readonly<Record<string, Wire>>;
    }
  | WireReference;

/** A value that stays where it is, and is known by a number on the other side. */
export type WireReference =
  /**
   * An object or function of Node. `methods` are called without a look at them first; `own` never changes, and neither does what the methods
   * `kinds` say.
   */
  | {
      readonly $: 'node';
      readonly id: number;
      readonly isFunction: boolean;
      readonly methods: readonly string[];
      readonly own?: Readonly<Record<string, Wire>>;
      readonly kinds?: Readonly<Record<string, boolean>>;
    }
  /** A promise of Node; a message says how it was settled. */
  | { readonly $: 'promise'; readonly id: number }
  /** A function of the page; called by a message, it gives nothing back. */
  | { readonly $: 'callback'; readonly id: number }
  /** A signal of the page. */
  | { readonly $: 'signal'; readonly id: number; readonly isAborted: boolean };

/** What the page asks Node for, and waits for by a synchronous request. */
export type Ask =
  | { readonly do: 'require'; readonly name: string }
  | { readonly do: 'get'; readonly id: number; readonly name: string }
  | { readonly do: 'set'; readonly id: number; readonly name: string; readonly value: Wire }
  | { readonly do: 'has'; readonly id: number; readonly name: string }
  | { readonly do: 'call'; readonly id: number; readonly name?: string; readonly args: readonly Wire[] }
  | { readonly do: 'construct'; readonly id: number; readonly args: readonly Wire[] }
  | { readonly do: 'isInstance'; readonly id: number; readonly of: number }
  | { readonly do: 'abort'; readonly id: number };

/** Bytes that were passed along, by their place among those of the request, where Node has written into them. */
export type WrittenBytes = Readonly<Record<number, string>>;

/** What Node answers. */
export type Answer = { readonly value: Wire; readonly written?: WrittenBytes } | { readonly error: Wire };

/** What Node tells the page by the WebSocket, in order. */
export type Message =
  | { readonly type: 'callback'; readonly id: number; readonly args: readonly Wire[] }
  | { readonly type: 'settled'; readonly id: number; readonly answer: Answer };

/** How one side knows values that stay where they are. */
export interface ReferenceTable {
  /** A word for the value, or nothing where it is copied. */
  toReference(value: object): WireReference | undefined;
  fromReference(reference: WireReference): unknown;
  /** Bytes as this side has them; `bytes` are those of `toWire`, in the order in which they are met. */
  toBytes(base64: string): Uint8Array;
}

/** Writes and reads values for one side. */
export interface Codec {
  /** Bytes that are met are added to `bytes`. */
  toWire(value: unknown, bytes?: Uint8Array[]): Wire;
  fromWire(wire: Wire, bytes?: Uint8Array[]): unknown;
}

const ASYNC_ITERATOR = '@@asyncIterator';

/** The name of a member on the wire; nothing for symbols that only the engine asks for. */
export function toMemberName(key: string | symbol): string | undefined {
  if (typeof key === 'string') return key;
  return key === Symbol.asyncIterator ? ASYNC_ITERATOR : undefined;
}

/** The member that has this name on the wire. */
export function fromMemberName(name: string): string | symbol {
  return name === ASYNC_ITERATOR ? Symbol.asyncIterator : name;
}

/** The code of one side. Plain objects, lists, errors and bytes are copied; everything else is a reference. */
export function createCodec(table: ReferenceTable): Codec {
  function toWire(value: unknown, bytes: Uint8Array[] = []): Wire {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : { $: 'number', text: String(value) };
    if (typeof value === 'bigint') return { $: 'bigint', text: String(value) };
    if (typeof value !== 'object' && typeof value !== 'function') return { $: 'undefined' };
    return table.toReference(value) ?? copy(value, bytes);
  }

  function copy(value: object, bytes: Uint8Array[]): Wire {
    if (Array.isArray(value)) return value.map((each) => toWire(each, bytes));
    if (value instanceof Date) return { $: 'date', ms: value.getTime() };
    if (value instanceof URL) return { $: 'url', href: value.href };
    if (value instanceof ArrayBuffer) return copy(new Uint8Array(value), bytes);
    if (value instanceof Uint8Array) {
      bytes.push(value);
      return { $: 'bytes', base64: toBase64(value) };
    }
    const members = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toWire(each, bytes)]));
    if (!(value instanceof Error)) return { $: 'object', members };
    return { $: 'error', name: value.name, message: value.message, members };
  }

  function fromWire(wire: Wire, bytes: Uint8Array[] = []): unknown {
    if (wire === null || typeof wire !== 'object') return wire;
    return isList(wire) ? wire.map((each) => fromWire(each, bytes)) : fromTagged(wire, bytes);
  }

  function fromTagged(wire: WireTagged, bytes: Uint8Array[]): unknown {
    switch (wire.$) {
      case 'undefined':
        return undefined;
      case 'number':
        return Number(wire.text);
      case 'bigint':
        return BigInt(wire.text);
      case 'date':
        return new Date(wire.ms);
      case 'url':
        return new URL(wire.href);
      case 'bytes': {
        const read = table.toBytes(wire.base64);
        bytes.push(read);
        return read;
      }
      case 'object':
        return fromMembers(wire.members, bytes);
      case 'error':
        return Object.assign(new Error(wire.message), { name: wire.name }, fromMembers(wire.members, bytes));
      default:
        return table.fromReference(wire);
    }
  }

  function fromMembers(members: Readonly<Record<string, Wire>>, bytes: Uint8Array[]): Record<string, unknown> {
    return Object.fromEntries(Object.entries(members).map(([name, each]) => [name, fromWire(each, bytes)]));
  }

  return { toWire, fromWire };
}

/** Tells what can have members from everything else. */
export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** Whether an object is copied: it is of no class, or of one of the few that are values. */
export function isCopied(value: object): boolean {
  if (Array.isArray(value) || value instanceof Uint8Array || value instanceof ArrayBuffer) return true;
  if (value instanceof Error || value instanceof Date || value instanceof URL) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return typeof value === 'object' && (prototype === null || prototype === Object.prototype);
}

/** Any number of bytes as Base64, in the page and in Node alike. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  const piece = 0x8000;
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}

function isList(wire: readonly Wire[] | WireTagged): wire is readonly Wire[] {
  return Array.isArray(wire);
}
