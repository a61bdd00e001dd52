import { exampleHook, exampleTask } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createHookRedactor } from './create-hook-redactor.ts';

const ENV = {
  MY_KEY: 'hunter22',
  GH_TOKEN: 'hunter33',
  HOOK_SECRET: 'hunter44',
  OTHER_KEY: 'hunter55',
  LANG: 'english',
};
const ALL = 'hunter22 hunter33 hunter44 hunter55 english';

const AGENT = exampleHook({
  action: {
    type: 'agent',
    parameters: { operation: 'command', command: 'x', envFrom: ['MY_KEY', 'LANG'], timeout: 1 },
  },
});
const GITHUB = exampleHook({
  action: { type: 'github', parameters: { operation: 'open-issue', tokenEnv: 'GITHUB_TOKEN', timeout: 1 } },
});
const WEBHOOK = exampleHook({ trigger: { event: 'webhook', secretEnv: 'HOOK_SECRET' } });

it.each([
  [[AGENT], '*** hunter33 hunter44 hunter55 english'],
  [[GITHUB], 'hunter22 *** hunter44 hunter55 english'],
  [[WEBHOOK], 'hunter22 hunter33 *** hunter55 english'],
  [[exampleHook({ action: exampleTask() }), exampleHook()], ALL],
])('hides what the environment gives to hooks, case %#', (hooks, shown) => {
  expect(createHookRedactor(() => hooks, ENV)({ stdout: ALL })).toEqual({ stdout: shown });
});

it('knows other hooks as soon as they count, and those before them', () => {
  let hooks = [AGENT];
  const redact = createHookRedactor(() => hooks, ENV);
  expect(redact(ALL)).toBe('*** hunter33 hunter44 hunter55 english');
  hooks = [GITHUB];
  expect(redact(ALL)).toBe('*** *** hunter44 hunter55 english');
});
