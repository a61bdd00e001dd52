import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askLine, askYesNo, canAsk } from './ask.ts';
import type { Terminal } from './terminal.ts';

type AskedTerminal = Pick<Terminal, 'stdin' | 'stderr'>;

function createTerminal(): { readonly terminal: AskedTerminal; readonly keys: PassThrough; shown(): string } {
  const keys = new PassThrough();
  const screen = new PassThrough();
  const terminal = {
    stdin: Object.assign(keys, { isTTY: true }),
    stderr: Object.assign(screen, { isTTY: true }),
  };
  return { terminal, keys, shown: () => String(screen.read() ?? '') };
}

it('does not open stdin to know that nobody looks at stderr', () => {
  const terminal = {
    stderr: new PassThrough(),
    get stdin(): PassThrough {
      throw new Error('opened');
    },
  };
  expect(canAsk(terminal)).toBe(false);
});

describe('askLine', () => {
  it('gives what was typed', async () => {
    const { terminal, keys, shown } = createTerminal();
    const answer = askLine(terminal, 'Name? ');
    keys.write('Ada\r');
    expect(await answer).toBe('Ada');
    expect(shown()).toContain('Name? ');
  });

  it('shows nothing of what is typed where it is hidden', async () => {
    const { terminal, keys, shown } = createTerminal();
    const answer = askLine(terminal, 'Password? ', { hidden: true });
    keys.write('s3cr3t\r');
    expect(await answer).toBe('s3cr3t');
    expect(shown()).toBe('Password? \n');
  });

  it('gives nothing where the input ends', async () => {
    const { terminal, keys } = createTerminal();
    const answer = askLine(terminal, 'Name? ');
    keys.end();
    expect(await answer).toBeUndefined();
  });

  it('gives nothing where nobody wants it any more', async () => {
    const { terminal, keys } = createTerminal();
    const stop = new AbortController();
    const answer = askLine(terminal, 'Name? ', { signal: stop.signal });
    keys.write('half');
    stop.abort();
    expect(await answer).toBeUndefined();
    expect(await askLine(terminal, 'Name? ', { signal: stop.signal })).toBeUndefined();
  });

  it.each([false, true])('is interrupted by Ctrl-C (hidden: %s)', async (hidden) => {
    const { terminal, keys } = createTerminal();
    const answer = askLine(terminal, 'Name? ', { hidden });
    keys.write('half\u0003');
    await expect(answer).rejects.toMatchObject({ code: 'interrupted' });
  });
});

describe('askYesNo', () => {
  it.each([
    ['y', true],
    ['Yes', true],
    ['', false],
    ['yesterday', false],
  ])('takes %j for %s', async (typed, expected) => {
    const { terminal, keys } = createTerminal();
    const answer = askYesNo(terminal, 'Start?');
    keys.write(`${typed}\r`);
    expect(await answer).toBe(expected);
  });

  it('takes a question that is taken back for a no', async () => {
    const { terminal } = createTerminal();
    const stop = new AbortController();
    const answer = askYesNo(terminal, 'Start?', { signal: stop.signal });
    stop.abort();
    expect(await answer).toBe(false);
  });
});
