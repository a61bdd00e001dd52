import { parseConfiguration } from '@toolyard/core';
import type { WrittenConfiguration } from '@toolyard/node';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { askServerApproval } from './ask-server-approval.ts';

const FILE = '/shop/toolyard.json';

function toWritten(count: number, more: readonly string[] = []): WrittenConfiguration {
  const names = Array.from({ length: count }, (_, index) => `server-${index}`);
  const entries = Object.fromEntries(names.map((name) => [name, { command: 'node', args: [`${name}.js`, ...more] }]));
  const { configuration } = parseConfiguration(JSON.stringify({ mcpServers: entries }), { folder: '/shop' });
  if (configuration === undefined) throw new Error('the example is wrong');
  const source = { kind: 'folder', file: FILE } as const;
  return { source, hash: 'a', approved: false, asWritten: configuration, inputs: [] };
}

describe('askServerApproval', () => {
  it('shows what would start, and takes Approve alone for a yes', async () => {
    const editor = createFakeEditor('Approve', undefined);
    expect(await askServerApproval(editor, toWritten(1))).toBe(true);
    expect(await askServerApproval(editor, toWritten(1))).toBe(false);
    expect(editor.shown[0]).toContain('Start the servers of toolyard.json from now on?');
    expect(editor.shown[0]).toContain('node');
    expect(editor.shown[0]).toContain('server-0.js');
  });

  it('lets nobody approve a long file that was not shown whole', async () => {
    const editor = createFakeEditor('Approve');
    expect(await askServerApproval(editor, toWritten(40))).toBe(false);
    const reader = createFakeEditor('Show All', 'Approve');
    expect(await askServerApproval(reader, toWritten(40))).toBe(true);
    const [question, text] = reader.shown;
    expect(question).not.toContain('server-39.js');
    expect(text).toContain('text: Servers of toolyard.json');
    expect(text).toContain('server-39.js');
  });

  it('lets nobody approve what stands behind a text that is longer than a dialog', async () => {
    const written = toWritten(1, ['x'.repeat(20_000), '--evil']);
    expect(await askServerApproval(createFakeEditor('Approve'), written)).toBe(false);
    const reader = createFakeEditor('Show All', 'Approve');
    expect(await askServerApproval(reader, written)).toBe(true);
    const [question = '', text] = reader.shown;
    expect(question.length).toBeLessThan(3000);
    expect(question).toContain('… and the rest of long lines.');
    expect(text).toContain('--evil');
  });
});
