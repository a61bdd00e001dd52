import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createScreen } from './create-screen.ts';

const pipe = (): PassThrough => new PassThrough();
const terminal = (columns: number): PassThrough & { isTTY: boolean; columns: number } =>
  Object.assign(new PassThrough(), { isTTY: true, columns });

describe('createScreen', () => {
  it('gives a pipe neither colour nor a width', () => {
    const screen = createScreen(pipe(), {});
    expect(screen.isTerminal).toBe(false);
    expect(screen.width).toBeUndefined();
    expect(screen.paint('bad', 'text')).toBe('text');
  });

  it('gives a terminal both', () => {
    const screen = createScreen(terminal(60), {});
    expect(screen.width).toBe(60);
    expect(screen.paint('bad', 'text')).toBe('\u001b[31mtext\u001b[39m');
  });

  it('takes a terminal that does not know its width for an ordinary one', () => {
    expect(createScreen(terminal(0), {}).width).toBe(80);
  });

  it.each([
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
  ])('follows %j', (env, isTerminal, coloured) => {
    const screen = createScreen(isTerminal ? terminal(80) : pipe(), env);
    expect(screen.paint('good', 'text') !== 'text').toBe(coloured);
  });
});
