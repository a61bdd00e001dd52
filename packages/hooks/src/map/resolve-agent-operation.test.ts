import { expect, it } from 'vitest';
import { AGENT_ACTIONS } from '../hook/agent-actions.ts';
import { resolveOperation } from './resolve-operation.ts';

const resolve = (parameters: object, context: object = {}) =>
  resolveOperation(AGENT_ACTIONS.command, { command: 'agent', ...parameters }, context);

it('puts values into the words, the variables and the input of a program', () => {
  const parameters = {
    args: ['-p', '{message}', ''],
    env: { BRANCH: '{branch}' },
    input: 'Do {data.a}\n',
    envFrom: ['{A}'],
  };
  expect(resolve(parameters, { message: 'one\ntwo', branch: 'main', data: { a: [1] } })).toEqual({
    values: {
      command: 'agent',
      args: ['-p', 'one\ntwo', ''],
      input: 'Do [1]\n',
      env: { BRANCH: 'main' },
      envFrom: ['{A}'],
    },
  });
});

it('says at which place something is wrong', () => {
  const parameters = { args: ['x', '{branch}', '{user}'], env: { A: '{commit}', B: '{data.nul}' } };
  expect(resolve(parameters, { branch: '--force', data: { nul: '\0' } })).toEqual({
    problems: [
      'args[1]: "branch" starts with "-", so the program would read it as an option; put something before it, such as "--name={branch}"',
      'args[2]: "user" has no value for this event',
      'env.A: "commit" has no value for this event',
      'env.B: must not contain a NUL character',
    ],
  });
});

it('refuses an empty prompt and takes what is fixed as it is written', () => {
  const ask = (parameters: Record<string, unknown>) => resolveOperation(AGENT_ACTIONS.ask, parameters, {});
  expect(ask({ prompt: '' })).toEqual({ problems: ['prompt: is empty'] });
  expect(ask({ prompt: 'x', system: '{branch}', tools: [], turns: 3 })).toEqual({
    values: { prompt: 'x', system: '{branch}', turns: 3 },
  });
});
