import { PassThrough } from 'node:stream';
import { exampleHook } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createProcessContext } from '../../process/create-process-context.ts';
import { showHook } from './show-hook.ts';

const TITLE = 'announce\n  when    file.saved\n';
const PROGRAM = '  runs    sh -c "touch hunter22"\n    for at most 1000 ms\n';

function show(seen?: unknown): string {
  const parameters = { command: 'sh', args: ['-c', 'touch hunter22'], timeout: 1000 };
  const known = exampleHook({ action: { type: 'custom', parameters } });
  const before = { hook: 'announce', hash: 'x', at: 0, seen };
  const redact = (shown: unknown): unknown => String(shown).replaceAll('hunter22', '***');
  const stderr = new PassThrough();
  const { terminal, surroundings } = createProcessContext();
  showHook(
    { known, servers: [], approval: 'not approved', hash: '', redact, ...(seen === undefined ? {} : { before }) },
    {
      terminal: { ...terminal, stdin: new PassThrough(), stdout: new PassThrough(), stderr },
      surroundings: { ...surroundings, env: {} },
    },
  );
  return String(stderr.read());
}

it('shows what a hook would run whole', () => {
  expect(show()).toBe(`${TITLE}${PROGRAM}`);
});

it('shows what changed since it was approved, without secrets', () => {
  const seen = ['a title', '  when    file.saved', '  runs    ls', '    for at most 1000 ms'];
  expect(show(seen)).toBe(
    `${TITLE}${PROGRAM}  changed since it was approved:\n    -  runs    ls\n    +  runs    sh -c "touch ***"\n`,
  );
});

it('says so where the change is in nothing that was kept', () => {
  const changed = '  changed since it was approved, in masked values, in the order, or in its server\n';
  expect(show([])).toBe(`${TITLE}${PROGRAM}${changed}`);
});
