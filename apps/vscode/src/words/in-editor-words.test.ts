import { expect, it } from 'vitest';
import { createFakeFolder } from '../../test/fakes/create-fake-folder.ts';
import { exampleRecord } from '@toolyard/testing';
import { inEditorWords } from './in-editor-words.ts';

const SAID = 'Run "toolyard approve" to apply it.';
const IN_EDITOR = 'Run "Toolyard: Approve Servers" to apply it.';

const SERVER = { id: 'chat', name: 'chat', status: 'unavailable', tools: [], lastDiscovered: 1, reason: SAID } as const;
const FINDING = { file: '/a', line: 1, column: 1, path: '$', message: SAID, severity: 'error' } as const;

it('says what the state of a folder says in the words of the editor', () => {
  const folder = inEditorWords(
    createFakeFolder({
      duty: { kind: 'blocked', message: SAID },
      findings: [FINDING],
      runs: [exampleRecord({ reason: SAID })],
      servers: [SERVER],
      serverWarnings: [SAID],
    }),
  );
  const { duty, findings, runs, servers, serverWarnings } = folder.state();
  expect(JSON.stringify({ duty, findings, runs, servers, serverWarnings })).not.toContain('toolyard approve');
  expect([serverWarnings[0], findings[0]?.message, runs[0]?.reason, servers[0]?.reason]).toEqual(
    Array.from({ length: 4 }, () => IN_EDITOR),
  );
});

it('gives the same state and the same runs until something changes', () => {
  const fake = createFakeFolder({ runs: [exampleRecord({ reason: SAID })] });
  const folder = inEditorWords(fake);
  const before = folder.state();
  expect(folder.state()).toBe(before);
  fake.set({ isLooking: true });
  expect(folder.state()).not.toBe(before);
  expect(folder.state().runs[0]).toBe(before.runs[0]);
});

it('leaves what a tool was given and gave as it is', () => {
  const record = exampleRecord({ result: SAID });
  expect(inEditorWords(createFakeFolder({ runs: [record] })).state().runs[0]).toMatchObject({ result: SAID });
});

it('explains events and previews in the words of the editor', async () => {
  const folder = inEditorWords(
    createFakeFolder(
      {},
      {
        preview: async () => ({ problems: [SAID] }),
        explain: async () => [{ hook: 'a', source: 'user', fires: false, reason: SAID, target: 'x' }],
      },
    ),
  );
  expect(await folder.explain({ name: 'manual', values: {} })).toMatchObject([{ reason: IN_EDITOR }]);
  const action = { type: 'custom', parameters: { command: 'x', args: [], timeout: 1000 } } as const;
  expect(await folder.preview({ action }, { name: 'manual', values: {} })).toEqual({ problems: [IN_EDITOR] });
});
