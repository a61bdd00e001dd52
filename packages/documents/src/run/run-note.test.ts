import { ToolyardError, type ToolCall, type ToolCaller, type ToolOutcome } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import type { BindableServer } from '../bind/binding.ts';
import { createBlockLocks } from './create-block-locks.ts';
import type { NoteRunEvent } from './block-run.ts';
import type { NoteStore } from './note-store.ts';
import type { RunNoteOptions } from './run-note-options.ts';
import { runNote } from './run-note.ts';

const fence = (n: number | string, more = ''): string => `\`\`\`weather\ntool: t\n${more}n: ${n}\n\`\`\``;
const FOUR = [1, 2, 3, 4].map((n) => fence(n)).join('\n\ntext\n\n');
const text = (words: string): ToolOutcome => ({
  kind: 'success',
  result: { content: [{ type: 'text', text: words }] },
  json: '',
});

/** A caller whose calls end when the test says so. */
function createHeldCaller(): ToolCaller & { calls: ToolCall[]; end(n: number, outcome?: ToolOutcome): Promise<void> } {
  const held = new Map<number, (outcome: ToolOutcome) => void>();
  const calls: ToolCall[] = [];
  return {
    calls,
    call(call, signal) {
      calls.push(call);
      return new Promise((resolve, reject) => {
        held.set(Number(call.arguments['n']), resolve);
        const stop = (): void => reject(new ToolyardError('call-cancelled', 'Execution stopped by user'));
        signal.addEventListener('abort', stop);
      });
    },
    async end(n, outcome = text(`answer ${n}`)) {
      held.get(n)?.(outcome);
      await settle();
    },
  };
}

/** Lets everything happen that waits for nothing but promises. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function createMemoryStore(start: string): NoteStore & { text: string } {
  return {
    text: start,
    async read() {
      return this.text;
    },
    async update(edit) {
      this.text = edit(this.text);
    },
    attach: () => Promise.resolve(true),
  };
}

function prepare(start: string, more: Partial<RunNoteOptions> = {}) {
  const store = createMemoryStore(start);
  const caller = createHeldCaller();
  const events: NoteRunEvent[] = [];
  const options: RunNoteOptions = {
    caller,
    store,
    clock: { now: () => 0, after: () => () => undefined },
    path: 'note.md',
    session: 's',
    servers: () => [{ key: 'weather', enabled: true }],
    bindings: () => [],
    onEvent: (event) => events.push(event),
    ...more,
  };
  const stop = new AbortController();
  return { store, caller, events, stop, options, run: () => runNote(options, stop.signal) };
}

const statuses = (note: string): string[] => [...note.matchAll(/status=(\w+)/g)].map(([, status = '']) => status);

describe('runNote', () => {
  it('calls all blocks at once and writes their results in document order', async () => {
    const { caller, events, run, store } = prepare(FOUR);
    const done = run();
    await settle();
    expect(caller.calls.map((call) => call.arguments['n'])).toEqual([1, 2, 3, 4]);
    expect(caller.calls[0]).toMatchObject({
      tool: 'weather:t',
      origin: 'document',
      session: 's',
      document: { line: 1 },
    });
    expect(statuses(store.text)).toEqual(['pending', 'pending', 'pending', 'pending']);
    await caller.end(2);
    expect(statuses(store.text)).toEqual(['pending', 'pending', 'pending', 'pending']);
    await caller.end(1);
    expect(statuses(store.text)).toEqual(['success', 'success', 'pending', 'pending']);
    await caller.end(4);
    await caller.end(3, { kind: 'failure', error: { code: 1, message: 'broken' } });
    const { blocks } = await done;
    expect(blocks.map(({ line, status, error }) => [line, status, error])).toEqual([
      [1, 'success', undefined],
      [8, 'success', undefined],
      [15, 'error', 'broken'],
      [22, 'success', undefined],
    ]);
    const written = events.flatMap((event) => (event.type === 'block-written' ? [event.run.line] : []));
    expect(written).toEqual([1, 8, 15, 22]);
  });

  it('changes the note only when a result is there, where the host shows itself what runs', async () => {
    const { caller, run, store } = prepare(fence(1), { showsPending: false });
    const done = run();
    await settle();
    expect(caller.calls).toHaveLength(1);
    expect(store.text).toBe(fence(1));
    await caller.end(1);
    await done;
    expect(statuses(store.text)).toEqual(['success']);
  });

  it('goes to the next server where the first one is given up while it waits for it', async () => {
    const lost = { key: 'lost', enabled: true, isGivenUp: false };
    const { caller, events, run } = prepare(fence(1).replace('weather', 'mcp'), {
      servers: () => [{ ...lost }, { key: 'weather', enabled: true }],
      ready: async (key) => void (lost.isGivenUp ||= key === 'lost'),
    });
    const done = run();
    await settle();
    expect(caller.calls.map(({ tool }) => tool)).toEqual(['weather:t']);
    await caller.end(1);
    expect((await done).blocks).toMatchObject([{ tool: 'weather:t', status: 'success' }]);
    const started = events.flatMap((event) => (event.type === 'block-started' ? [event.tool] : []));
    expect(started).toEqual(['lost:t', 'weather:t']);
  });

  it('says of a refused argument that it would be an option beside "arguments:"', async () => {
    const { run, store } = prepare(fence(1, 'display: inline\n'), {
      caller: {
        call: async () => {
          throw new ToolyardError('arguments-invalid', 'Invalid parameters for weather:t: unknown argument "display"');
        },
      },
    });
    expect((await run()).blocks).toMatchObject([
      {
        error: expect.stringMatching(
          /argument "display"; "display" is an option only if the tool's arguments are under "arguments:"/,
        ),
      },
    ]);
    expect(store.text).toContain('is an option only if the tool');
  });

  it('runs no more blocks at once than it is told', async () => {
    const { caller, run } = prepare(FOUR, { concurrency: 2 });
    const done = run();
    for (const [n, running] of [
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 4],
    ] as const) {
      await settle();
      expect(caller.calls).toHaveLength(running);
      await caller.end(n);
    }
    expect((await done).blocks.map(({ status }) => status)).toEqual(['success', 'success', 'success', 'success']);
  });

  it('stops what runs and what waits, and says so in the note', async () => {
    const { caller, run, stop, store } = prepare(FOUR, { concurrency: 2 });
    const done = run();
    await settle();
    await caller.end(1);
    stop.abort();
    expect((await done).blocks.map(({ status }) => status)).toEqual(['success', 'cancelled', 'cancelled', 'cancelled']);
    expect(store.text.match(/> \[!failure\] Execution stopped by user\n/g)).toHaveLength(3);
    expect(caller.calls).toHaveLength(3);
  });

  it('stops one block, whether it runs or waits, and lets the others run on', async () => {
    const ends = new Map<string, AbortController>();
    const signalOf = (id: string): AbortSignal => {
      const end = new AbortController();
      ends.set(id, end);
      return end.signal;
    };
    const { caller, run } = prepare(FOUR, { concurrency: 2, signalOf });
    const done = run();
    await settle();
    const [, second, , fourth] = [...ends.values()];
    second?.abort();
    fourth?.abort();
    await settle();
    await caller.end(1);
    await caller.end(3);
    expect((await done).blocks.map(({ status }) => status)).toEqual(['success', 'cancelled', 'success', 'cancelled']);
    expect(caller.calls.map((call) => call.arguments['n'])).toEqual([1, 2, 3]);
  });

  it('runs a block once at a time, whoever asks', async () => {
    const { caller, options, run, stop } = prepare(fence(1), { locks: createBlockLocks() });
    const both = [run(), runNote(options, stop.signal)];
    await settle();
    expect(caller.calls).toHaveLength(1);
    await caller.end(1);
    expect(caller.calls).toHaveLength(2);
    await caller.end(1, text('second'));
    await Promise.all(both);
  });

  it('uses the configuration as it is when a call begins', async () => {
    let servers: BindableServer[] = [{ key: 'weather', enabled: true }];
    const { caller, run } = prepare(FOUR, { concurrency: 1, servers: () => servers });
    const done = run();
    await settle();
    servers = [{ key: 'weather', enabled: false }];
    await caller.end(1);
    const { blocks } = await done;
    expect(blocks.map(({ error }) => error)).toEqual([undefined, ...Array(3).fill('Server weather is disabled')]);
  });

  it('runs only what was selected', async () => {
    const { caller, run, store } = prepare(FOUR, { select: ({ block }) => block.arguments['n'] === 3 });
    const done = run();
    await settle();
    await caller.end(3);
    await done;
    expect(caller.calls).toHaveLength(1);
    expect(statuses(store.text)).toEqual(['success']);
  });

  it('keeps output that was edited by hand, and does not call its tool', async () => {
    const first = prepare(fence(1));
    const done = first.run();
    await settle();
    await first.caller.end(1);
    await done;
    const edited = first.store.text.replace('answer 1', 'mine');
    const again = prepare(edited);
    expect((await again.run()).blocks).toMatchObject([{ notWritten: 'edited' }]);
    expect(again.store.text).toBe(edited);
    expect(again.caller.calls).toEqual([]);
  });

  it('shows what an earlier run left as pending as cancelled', async () => {
    const killed = prepare(FOUR);
    void killed.run();
    await settle();
    const next = prepare(killed.store.text, { select: ({ block }) => block.arguments['n'] === 1 });
    const done = next.run();
    await settle();
    expect(statuses(next.store.text)).toEqual(['pending', 'cancelled', 'cancelled', 'cancelled']);
    await next.caller.end(1);
    await done;
    expect(statuses(next.store.text)[0]).toBe('success');
  });
});

describe('the files of a result', () => {
  const PICTURE = '```weather\ntool: t\nid: pic\narguments: { n: 1 }\n```';
  const image = (data: string): ToolOutcome => ({
    kind: 'success',
    result: { content: [{ type: 'image', data, mimeType: 'image/png' }] },
    json: '',
  });

  /** A store with files beside the note. */
  function prepareFiles(start: string, files: Map<string, string>) {
    const prepared = prepare(start);
    prepared.store.attach = async (name, bytes, mayReplace) => {
      if (files.has(name) && !mayReplace) return false;
      files.set(name, Buffer.from(bytes).toString());
      return true;
    };
    return prepared;
  }

  async function runImage(start: string, files: Map<string, string>, words: string): Promise<string> {
    const { caller, run, store } = prepareFiles(start, files);
    const done = run();
    await settle();
    await caller.end(1, image(Buffer.from(words).toString('base64')));
    await done;
    return store.text;
  }

  it('take the place of those that the last result links to', async () => {
    const files = new Map<string, string>();
    const first = await runImage(PICTURE, files, 'one');
    const second = await runImage(first, files, 'two');
    expect([...files]).toEqual([['note-pic-1.png', 'two']]);
    expect(second).toContain('](note-pic-1.png)');
  });

  it('leave alone what no result links to', async () => {
    const files = new Map([
      ['note-pic-1.png', 'mine'],
      ['note-pic-2.png', 'mine too'],
    ]);
    const first = await runImage(PICTURE, files, 'one');
    expect(first).toContain('](note-pic-3.png)');
    const second = await runImage(first, files, 'two');
    expect(second).toContain('](note-pic-3.png)');
    expect([...files.values()]).toEqual(['mine', 'mine too', 'two']);
  });
});

describe('a note that somebody edits during a run', () => {
  const result = (n: number): RegExp =>
    new RegExp(`n: ${n}\n\`\`\`\n<!-- toolyard:result [^\n]*success[^\n]*\nanswer ${n}\n`);
  const strip = (note: string): string =>
    note.replaceAll(/\n<!-- toolyard:result [^]*?<!-- \/toolyard:result -->/g, '');

  async function runWith(edit: (note: string) => string) {
    const { caller, run, store } = prepare(FOUR);
    const done = run();
    await settle();
    store.text = edit(store.text);
    const edited = store.text;
    for (const n of [1, 2, 3, 4]) await caller.end(n);
    const { blocks } = await done;
    expect(strip(store.text)).toBe(strip(edited));
    return { blocks, text: store.text };
  }

  it.each<[string, (note: string) => string]>([
    ['before the blocks', (note) => `# New\n\n${note}`],
    ['between the blocks', (note) => note.replaceAll('text', 'other words\n\nand more')],
    ['after the blocks', (note) => `${note}\n\nlast words`],
    ['so that two blocks are swapped', (note) => swap(note)],
    ['so that results are gone', (note) => strip(note)],
  ])('gets each result at its block when it changes %s', async (_where, edit) => {
    const { blocks, text: note } = await runWith(edit);
    expect(blocks.every(({ notWritten }) => notWritten === undefined)).toBe(true);
    for (const n of [1, 2, 3, 4]) expect(note).toMatch(result(n));
  });

  it('gets no result where its block is gone or another one now, and that is reported with the output', async () => {
    const { blocks, text: note } = await runWith((before) =>
      before.replace(/```weather\ntool: t\nn: 2\n```\n<!--[^]*?<!-- \/[^\n]*/, '').replace('n: 3\n', 'n: 33\n'),
    );
    expect(blocks.map(({ notWritten, output }) => [notWritten, output])).toEqual([
      [undefined, undefined],
      ['gone', 'answer 2'],
      ['gone', 'answer 3'],
      [undefined, undefined],
    ]);
    expect(note).not.toContain('answer 2');
    expect(note).toMatch(result(4));
  });

  it('keeps what was typed into a result', async () => {
    const { blocks, text: note } = await runWith((before) => before.replace(/(status=pending[^\n]*)\n/, '$1\ntyped\n'));
    expect(blocks[0]).toMatchObject({ notWritten: 'edited' });
    expect(note).toContain('typed');
  });

  it('does not show as pending what became another call before the run began', async () => {
    const named = fence('{ n: 1 }', 'id: x\n').replace('n: {', 'arguments: {');
    const changed = named.replace('n: 1', 'n: 2');
    const { caller, run, store } = prepare(named);
    store.read = async () => {
      store.text = changed;
      return named;
    };
    const running = run();
    await settle();
    await caller.end(1);
    expect((await running).blocks).toMatchObject([{ notWritten: 'gone', output: 'answer 1' }]);
    expect(store.text).toBe(changed);
  });

  function swap(note: string): string {
    const [one = '', two = '', ...rest] = note.split('\n\ntext\n\n');
    return [two, one, ...rest].join('\n\ntext\n\n');
  }
});
