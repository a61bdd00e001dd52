import { isJsonObject } from '@toolyard/core';
import { createBlockReader, type BoundBlock } from '@toolyard/documents';
import { createLocalYard } from '@toolyard/runtime';
import { createConfiguration, createFakeClock, createFakeLinkStarter, createMemoryLog } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createTestHost } from '../../test/create-test-host.ts';
import { BlockRuns, type BlockRunsOptions } from './block-runs.ts';
import type { EditedAnswer } from './editable-note.ts';

const PATH = 'note.md';
const block = (text: string): string => `\`\`\`echo\ntool: say\ntext: ${text}\n\`\`\`\n`;
const TWO = `${block('one')}\n${block('two')}`;
const all = (): boolean => true;
const only =
  (text: string) =>
  ({ block: { arguments: given } }: BoundBlock): boolean =>
    given['text'] === text;

/** Runs of one note that is not in an editor, on a server that answers when it is told to. */
class Bench {
  text: string;
  readonly notices: string[] = [];
  asked = 0;
  /** What a person says to the question about edited results. */
  answer: () => Promise<EditedAnswer> = async () => 'cancel';
  /** What happens before the yard is open. */
  onOpen: () => void = () => undefined;
  /** Whether the yard may be opened. */
  isApproved = true;
  /** What a person says where no call is left. */
  mayContinue: (path: string, signal: AbortSignal) => Promise<boolean> = async () => false;
  readonly runs: BlockRuns;
  private readonly sessionLimit: number;
  private readonly links = createFakeLinkStarter({ echo: { tools: ['say'], call: () => undefined } });
  private readonly read = createBlockReader(() => ({ servers: [{ key: 'echo', enabled: true }], bindings: [] }));

  constructor(text: string, sessionLimit = -1) {
    this.text = text;
    this.sessionLimit = sessionLimit;
    this.runs = new BlockRuns({
      host: createTestHost('/notes'),
      app: this.createApp(),
      openYard: this.createYard(),
      readBlocks: this.read,
      servers: () => ['echo'],
      mayContinue: (path, _use, signal) => this.mayContinue(path, signal),
    });
  }

  /** The texts that the tool was called with, in order. */
  get calls(): unknown[] {
    return this.requests.map(({ text }) => text);
  }

  /** Answers the last call with this text. */
  answerCall(text: string, answer: string): void {
    const { request } = this.requests.findLast((each) => each.text === text) ?? {};
    if (request === undefined) throw new Error(`No call with ${text}`);
    this.links.starts.get('echo')?.server.answer(request, { content: [{ type: 'text', text: answer }] });
  }

  find(text: string): BoundBlock {
    const found = this.read({ path: PATH, text: this.text }).blocks.find(only(text));
    if (found === undefined) throw new Error(`No block with ${text}`);
    return found;
  }

  status(text: string, path = PATH): string {
    return this.runs.statusOf(path, this.find(text));
  }

  stop(text: string): void {
    this.runs.stop(PATH, this.find(text).block.id);
  }

  /** The outputs of both blocks. */
  get outputs(): unknown[] {
    return ['one', 'two'].map((text) => this.find(text).block.result?.output);
  }

  /** Runs both blocks to their end. */
  async runBoth(): Promise<void> {
    const before = this.calls.length;
    const running = this.runs.run(PATH, all);
    await expect.poll(() => this.calls.length).toBe(before + 2);
    this.answerCall('one', 'first');
    this.answerCall('two', 'second');
    await running;
  }

  private get requests() {
    const received = this.links.starts.get('echo')?.server.received ?? [];
    return received.flatMap((request) => {
      const given = request.method === 'tools/call' ? request.param('arguments') : undefined;
      return isJsonObject(given) ? [{ request, text: given['text'] }] : [];
    });
  }

  private createApp(): BlockRunsOptions['app'] {
    return {
      openNote: () => ({
        isInEditor: () => false,
        read: async () => this.text,
        update: async (edit) => void (this.text = edit(this.text)),
        attach: async () => false,
      }),
      notify: (message) => void this.notices.push(message),
      askAboutEdited: () => {
        this.asked++;
        return this.answer();
      },
    };
  }

  private createYard(): BlockRunsOptions['openYard'] {
    const configuration = createConfiguration({ echo: {} }, { sessionLimit: this.sessionLimit });
    const yard = createLocalYard({
      configuration,
      links: this.links,
      clock: createFakeClock(),
      log: createMemoryLog(),
      client: { name: 'test', version: '0' },
      chainId: 'y',
    });
    const used = { yard, caller: yard.caller, configuration, place: {} };
    return async () => {
      this.onOpen();
      return this.isApproved ? used : undefined;
    };
  }
}

describe('blocks that run together', () => {
  it('are stopped one by one', async () => {
    const bench = new Bench(TWO);
    const running = bench.runs.run(PATH, all);
    await expect.poll(() => bench.calls).toEqual(['one', 'two']);
    bench.stop('one');
    await expect.poll(() => bench.status('one')).toBe('cancelled');
    expect(bench.status('two')).toBe('pending');
    bench.answerCall('two', 'second');
    await running;
    expect([bench.status('one'), bench.status('two')]).toEqual(['cancelled', 'success']);
    expect(bench.runs.isRunning()).toBe(false);
  });

  it('are all stopped when it is closed, and their results are written', async () => {
    const bench = new Bench(TWO);
    const running = bench.runs.run(PATH, all);
    await expect.poll(() => bench.calls).toEqual(['one', 'two']);
    await bench.runs.close();
    expect([bench.status('one'), bench.status('two')]).toEqual(['cancelled', 'cancelled']);
    await running;
  });

  it('are all stopped by one command', async () => {
    const bench = new Bench(TWO);
    const running = bench.runs.run(PATH, all);
    await expect.poll(() => bench.calls).toEqual(['one', 'two']);
    bench.runs.stopAll();
    await running;
    expect([bench.status('one'), bench.status('two')]).toEqual(['cancelled', 'cancelled']);
  });

  it('do not end what a later run has begun with', async () => {
    const bench = new Bench(TWO);
    const first = bench.runs.run(PATH, all);
    await expect.poll(() => bench.calls).toEqual(['one', 'two']);
    bench.answerCall('one', 'first');
    await expect.poll(() => bench.status('one')).toBe('success');
    const second = bench.runs.run(PATH, only('one'));
    await expect.poll(() => bench.calls).toEqual(['one', 'two', 'one']);
    bench.answerCall('two', 'second');
    await first;
    expect([bench.status('one'), bench.status('two')]).toEqual(['pending', 'success']);
    bench.stop('one');
    await second;
    expect(bench.status('one')).toBe('cancelled');
  });
});

describe('a result that was edited by hand', () => {
  it('is replaced where a person said so, unlike one that is edited after the question', async () => {
    const bench = new Bench(TWO);
    await bench.runBoth();
    bench.text = bench.text.replace('\nfirst\n', '\nmine\n');
    bench.answer = async () => 'replace';
    const running = bench.runs.run(PATH, all);
    await expect.poll(() => bench.calls).toHaveLength(4);
    bench.text = bench.text.replace('\nsecond\n', '\nmine too\n');
    bench.answerCall('one', 'new');
    bench.answerCall('two', 'new');
    await running;
    expect(bench.asked).toBe(1);
    expect(bench.outputs).toEqual(['new', 'mine too']);
    expect(bench.notices).toEqual([
      'The result of echo:say was edited while it ran, so the new one was not written. Run the block again.',
    ]);
  });

  it('is asked about no longer than it is open', async () => {
    const bench = new Bench(TWO);
    await bench.runBoth();
    bench.text = bench.text.replace('\nfirst\n', '\nmine\n');
    bench.answer = () => new Promise(() => undefined);
    const running = bench.runs.run(PATH, all);
    await expect.poll(() => bench.asked).toBe(1);
    await bench.runs.close();
    await running;
    await bench.runs.run(PATH, all);
    expect([bench.asked, bench.calls.length]).toEqual([1, 2]);
    expect(bench.outputs).toEqual(['mine', 'second']);
    expect(bench.notices).toEqual([]);
  });

  it('is kept where it was changed again after the question', async () => {
    const bench = new Bench(TWO);
    await bench.runBoth();
    bench.text = bench.text.replace('\nfirst\n', '\nmine\n');
    bench.answer = async () => 'replace';
    const running = bench.runs.run(PATH, only('one'));
    await expect.poll(() => bench.calls).toHaveLength(3);
    bench.text = bench.text.replace('\nmine\n', '\nmine and more\n');
    bench.answerCall('one', 'new');
    await running;
    expect(bench.outputs).toEqual(['mine and more', 'second']);
  });
});

describe('a block', () => {
  it('runs once, however often it is clicked at once', async () => {
    const bench = new Bench(block('one'));
    const clicks = [bench.runs.run(PATH, all), bench.runs.run(PATH, all)];
    await expect.poll(() => bench.calls).toEqual(['one']);
    bench.answerCall('one', 'first');
    await Promise.all(clicks);
    expect(bench.calls).toEqual(['one']);
  });

  it('says so where it was changed before it could run', async () => {
    const bench = new Bench(TWO);
    bench.onOpen = () => (bench.text = bench.text.replace('text: one', 'text: other'));
    const running = bench.runs.run(PATH, all);
    await expect.poll(() => bench.calls).toEqual(['two']);
    bench.answerCall('two', 'second');
    await running;
    expect(bench.notices).toEqual(['The block of echo:say was changed before it could run. Run it again.']);
    expect(bench.runs.isRunning()).toBe(false);
  });

  it('runs on in a note that is renamed while a person is asked', async () => {
    const bench = new Bench(TWO);
    await bench.runBoth();
    bench.text = bench.text.replace('\nfirst\n', '\nmine\n');
    bench.answer = async () => {
      bench.runs.renameNote(PATH, 'renamed.md');
      return 'replace';
    };
    const running = bench.runs.run(PATH, only('one'));
    await expect.poll(() => bench.calls).toHaveLength(3);
    expect(bench.status('one', 'renamed.md')).toBe('pending');
    bench.answerCall('one', 'new');
    await running;
    expect(bench.outputs).toEqual(['new', 'second']);
  });
});

describe('a yard that may not be opened', () => {
  it('leaves the note as it is', async () => {
    const bench = new Bench(TWO);
    bench.isApproved = false;
    await bench.runs.run(PATH, all);
    expect([bench.text, bench.notices, bench.runs.isRunning()]).toEqual([TWO, [], false]);
  });
});

describe('a note that has no call left', () => {
  it('goes on where a person says so', async () => {
    const bench = new Bench(TWO, 1);
    const asked: string[] = [];
    bench.mayContinue = async (path) => (asked.push(path), true);
    await bench.runBoth();
    expect([asked, bench.outputs]).toEqual([[PATH], ['first', 'second']]);
  });

  it('asks no longer than a block waits for the answer', async () => {
    const bench = new Bench(TWO, 1);
    let question: AbortSignal | undefined;
    bench.mayContinue = (_path, signal) => ((question = signal), new Promise(() => undefined));
    const running = bench.runs.run(PATH, all);
    await expect.poll(() => question?.aborted).toBe(false);
    bench.runs.stopAll(PATH);
    await running;
    expect(question?.aborted).toBe(true);
    expect([bench.status('one'), bench.status('two')]).toEqual(['cancelled', 'cancelled']);
  });
});
