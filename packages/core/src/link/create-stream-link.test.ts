import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createNotification, type Frame } from '../frame/frame.ts';
import { createStreamLink } from './create-stream-link.ts';
import type { Link, LinkEnd, Pressure } from './link.ts';

function defer<Value>(): { promise: Promise<Value>; resolve(value: Value): void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => (resolve = done));
  return { promise, resolve: (value) => resolve(value) };
}

const encoder = new TextEncoder();

class FakeStream extends EventEmitter {
  readonly written: Uint8Array[] = [];
  room = true;
  paused = false;

  write(chunk: Uint8Array): boolean {
    this.written.push(chunk);
    return this.room;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  say(text: string): void {
    this.emit('data', encoder.encode(text));
  }
}

interface Rig {
  source: FakeStream;
  sink: FakeStream;
  link: Link;
  noise: string[];
  overlong: number;
  end(end?: Partial<LinkEnd>): void;
}

function createRig(maxBytes?: number): Rig {
  const ended = defer<LinkEnd>();
  const rig: Rig = {
    source: new FakeStream(),
    sink: new FakeStream(),
    noise: [],
    overlong: 0,
    end: (end) => ended.resolve({ expected: false, reason: 'ended', ...end }),
    link: undefined!,
  };
  rig.link = createStreamLink({
    source: rig.source,
    sink: rig.sink,
    ended: ended.promise,
    close: () => Promise.resolve(),
    onNoise: (line) => rig.noise.push(line),
    onOverlong: () => (rig.overlong += 1),
    ...(maxBytes !== undefined && { maxBytes }),
  });
  return rig;
}

function gather(link: Link, pressure: () => Pressure = () => undefined): string[] {
  const methods: string[] = [];
  link.receive((frame: Frame) => {
    methods.push(frame.method ?? '');
    return pressure();
  });
  return methods;
}

const message = (method: string): string => JSON.stringify({ jsonrpc: '2.0', method });

const linesOf = (sink: FakeStream): string[] =>
  Buffer.concat(sink.written)
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).method);

describe('createStreamLink', () => {
  it('hands on messages in order, however they are cut', () => {
    const { link, source } = createRig();
    const methods = gather(link);
    for (const character of `${message('a')}\n\r\n${message('b')}\r\n`) source.say(character);
    expect(methods).toEqual(['a', 'b']);
  });

  it('reports lines that are not messages and goes on', () => {
    const { link, source, noise } = createRig();
    const methods = gather(link);
    source.say(`starting\n${message('a')}\n{"half":\n`);
    expect(methods).toEqual(['a']);
    expect(noise).toEqual(['starting', '{"half":']);
  });

  it('pauses the source while the receiver is busy and goes on in order', async () => {
    const { link, source } = createRig();
    const busy = defer<void>();
    const methods = gather(link, () => busy.promise);
    source.say(`${message('a')}\n${message('b')}\n`);
    expect({ methods: [...methods], paused: source.paused }).toEqual({ methods: ['a'], paused: true });
    busy.resolve();
    await nextTurn();
    expect({ methods, paused: source.paused }).toEqual({ methods: ['a', 'b'], paused: false });
  });

  it('hands on what was read to a busy receiver before it closes', async () => {
    const { link, source, end } = createRig();
    const methods = gather(link, () => new Promise(() => undefined));
    source.say(`${message('a')}\n${message('b')}\n${message('c')}`);
    end();
    await link.closed;
    expect(methods).toEqual(['a', 'b', 'c']);
  });

  it('hands on nothing more after it was closed on purpose', async () => {
    const { link, source, end } = createRig();
    const methods = gather(link, () => new Promise(() => undefined));
    source.say(`${message('a')}\n${message('b')}\n`);
    end({ expected: true });
    await link.closed;
    expect(methods).toEqual(['a']);
  });

  it('takes a batch of a hundred thousand messages', () => {
    const { link, source } = createRig();
    const methods = gather(link);
    source.say(`[${Array.from({ length: 100_000 }, () => message('a')).join(',')}]\n`);
    expect(methods.length).toBe(100_000);
  });

  it('makes all senders wait on one promise and one listener', async () => {
    const { link, sink } = createRig();
    sink.room = false;
    void link.send(createNotification('a'));
    await nextTurn();
    const first = link.send(createNotification('b'));
    const second = link.send(createNotification('c'));
    expect(first).toBeInstanceOf(Promise);
    expect(second).toBe(first);
    expect(sink.listenerCount('drain')).toBe(1);
    sink.room = true;
    sink.emit('drain');
    await first;
    expect(link.send(createNotification('d'))).toBeUndefined();
  });

  it('frees waiting senders when it ends and drops what is sent later', async () => {
    const { link, sink, end } = createRig();
    sink.room = false;
    const waiting = link.send(createNotification('a', { text: 'x'.repeat(20_000) }));
    expect(waiting).toBeInstanceOf(Promise);
    end();
    await waiting;
    await link.closed;
    const { length } = sink.written;
    expect(link.send(createNotification('b'))).toBeUndefined();
    await nextTurn();
    expect(sink.written.length).toBe(length);
  });

  it('writes large and small messages as lines, in the order they were sent', async () => {
    const { link, sink } = createRig();
    for (const method of ['a', 'b', 'LARGE', 'c', 'LARGE', 'LARGE', 'd']) {
      void link.send(createNotification(method, { text: 'x'.repeat(method === 'LARGE' ? 20_000 : 10) }));
    }
    await nextTurn();
    expect(linesOf(sink)).toEqual(['a', 'b', 'LARGE', 'c', 'LARGE', 'LARGE', 'd']);
  });

  it('joins the small messages of a turn into few writes', async () => {
    const { link, sink } = createRig();
    for (let index = 0; index < 1000; index++) void link.send(createNotification(`m${index}`));
    await nextTurn();
    expect(linesOf(sink)).toEqual(Array.from({ length: 1000 }, (_, index) => `m${index}`));
    expect(sink.written.length).toBeLessThan(10);
  });

  it('feels a full pipe within a turn, so that a flood of small messages does not pile up', () => {
    const { link, sink } = createRig();
    sink.room = false;
    let sent = 0;
    while (link.send(createNotification('a', { text: 'x'.repeat(1000) })) === undefined) sent++;
    expect(sent).toBeLessThan(20);
  });

  it('writes what was sent before it is closed', () => {
    const { link, sink } = createRig();
    void link.send(createNotification('a'));
    void link.close();
    expect(linesOf(sink)).toEqual(['a']);
  });

  it('tells of a message over the limit and reads the next', () => {
    const rig = createRig(100);
    const methods = gather(rig.link);
    rig.source.say(`${'x'.repeat(101)}\n${message('a')}\n`);
    expect({ overlong: rig.overlong, methods }).toEqual({ overlong: 1, methods: ['a'] });
  });
});
