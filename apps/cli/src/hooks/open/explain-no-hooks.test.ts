import { expect, it } from 'vitest';
import { explainNoHooks } from './explain-no-hooks.ts';

const lookedFor = { workspace: '/shop/.toolyard/hooks.json', user: '/me/hooks.json' };
const TODO = 'Then run "toolyard hooks approve", which shows what it would run, and approves it.';

it('says where to write a first hook, and what comes then', () => {
  const text = explainNoHooks({ files: {}, lookedFor });
  expect(text).toContain('Write one into /shop/.toolyard/hooks.json, or for all workspaces into /me/hooks.json');
  expect(text).toContain('"trigger": { "event": "git.committed" }');
  expect(text.endsWith(`}\n\n${TODO}`)).toBe(true);
});
