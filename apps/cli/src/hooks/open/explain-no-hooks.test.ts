import { expect, it } from 'vitest';
import { explainNoHooks } from './explain-no-hooks.ts';

it('says where to write a first hook, what comes then, and how it looks', () => {
  const lookedFor = { workspace: '/shop/.toolyard/hooks.json', user: '/me/hooks.json' };
  const [text, example = '', about] = explainNoHooks({ files: {}, lookedFor }).split('\n\n');
  expect(text).toBe(
    'There are no hooks yet. Write one into /shop/.toolyard/hooks.json, or for all workspaces into /me/hooks.json ' +
      '(or .yaml, .yml), then run "toolyard hooks approve". For example:',
  );
  expect(JSON.parse(example)).toMatchObject({ hooks: [{ trigger: { event: 'git.committed' } }] });
  expect(about).toBe(
    '"tasks" is the built-in task server, which runs if there is no configuration file; ' +
      '"toolyard add tasks --builtin tasks" adds it to one. "toolyard hooks servers" lists what else a hook can call.',
  );
});
