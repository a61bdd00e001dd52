import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProcessHost } from '../host/create-process-host.ts';
import type { Host } from '../host/host.ts';
import { askLine, askYesNo } from './ask.ts';

function createTerminal(): { readonly host: Host; readonly keys: PassThrough; shown(): string } {
  const keys = new PassThrough();
  const screen = new PassThrough();
  const host: Host = {
    ...createProcessHost(),
    stdin: Object.assign(keys, { isTTY: true }),
    stderr: Object.assign(screen, { isTTY: true }),
  };
  return { host, keys, shown: () => String(screen.read() ?? '') };
}

describe('askLine', () => {
  it('gives what was typed', async () => {
    const { host, keys, shown } = createTerminal();
    const answer = askLine(host, 'Name? ');
    keys.write('Ada\r');
    expect(await answer).toBe('Ada');
    expect(shown()).toContain('Name? ');
  });

  it('shows nothing of what is typed where it is hidden', async () => {
    const { host, keys, shown } = createTerminal();
    const answer = askLine(host, 'Password? ', { hidden: true });
    keys.write('s3cr3t\r');
    expect(await answer).toBe('s3cr3t');
    expect(shown()).toBe('Password? \n');
  });

  it('gives nothing where the input ends', async () => {
    const { host, keys } = createTerminal();
    const answer = askLine(host, 'Name? ');
    keys.end();
    expect(await answer).toBeUndefined();
  });

  it('gives nothing where nobody wants it any more', async () => {
    const { host, keys } = createTerminal();
    const stop = new AbortController();
    const answer = askLine(host, 'Name? ', { signal: stop.signal });
    keys.write('half');
    stop.abort();
    expect(await answer).toBeUndefined();
    expect(await askLine(host, 'Name? ', { signal: stop.signal })).toBeUndefined();
  });

  it.each([false, true])('is interrupted by Ctrl-C (hidden: %s)', async (hidden) => {
    const { host, keys } = createTerminal();
    const answer = askLine(host, 'Name? ', { hidden });
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
    const { host, keys } = createTerminal();
    const answer = askYesNo(host, 'Start?');
    keys.write(`${typed}\r`);
    expect(await answer).toBe(expected);
  });
});
