import { ToolyardError } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { reportFailure } from './report-failure.ts';

function createFakeOutput(): { readonly lines: string[]; error(message: string): void; show(): void } {
  const lines: string[] = [];
  return { lines, error: (message) => void lines.push(message), show: () => void lines.push('(shown)') };
}

describe('reportFailure', () => {
  it('tells an expected failure in its own words', async () => {
    const editor = createFakeEditor();
    const output = createFakeOutput();
    const error = new ToolyardError('server-unavailable', 'Server "chat" did not start.');
    await reportFailure(error, 'toolyard.hooks.run', { editor, output });
    expect(editor.shown).toEqual(['error: Server "chat" did not start.']);
    expect(output.lines).toEqual(['toolyard.hooks.run: server-unavailable: Server "chat" did not start.']);
  });

  it('keeps the details of an unexpected one for the output, which a button shows', async () => {
    const editor = createFakeEditor('Show Output');
    const output = createFakeOutput();
    await reportFailure(new TypeError('x is not a function'), 'toolyard.hooks.run', { editor, output });
    expect(editor.shown).toEqual(['error: "toolyard.hooks.run" failed unexpectedly. The details are in the output.']);
    expect(output.lines[0]).toContain('TypeError: x is not a function\n');
    expect(output.lines[1]).toBe('(shown)');
  });

  it('takes whatever was thrown', async () => {
    const output = createFakeOutput();
    await reportFailure('no', 'toolyard.hooks.run', { editor: createFakeEditor(), output });
    expect(output.lines).toEqual(['toolyard.hooks.run: no']);
  });
});
