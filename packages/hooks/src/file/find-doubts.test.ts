import { describe, expect, it } from 'vitest';
import { findDoubts } from './find-doubts.ts';
import type { Action, ParameterMapping, Trigger } from '../hook/hook.ts';

const PROGRAM: Action = { type: 'custom', parameters: { command: 'ls', args: [], timeout: 1000 } };
const VALUE = ['action', 'parameters', 'parameterMappings', 0, 'value'];

function calls(...parameterMappings: readonly ParameterMapping[]): Action {
  return { type: 'mcp', parameters: { serverId: 's', toolName: 't', parameterMappings, timeout: 1000 } };
}

function template(value: unknown, more: Partial<ParameterMapping> = {}): Action {
  return calls({ toolParam: 'p', source: 'template', value, ...more });
}

describe('findDoubts', () => {
  it('finds values that the event never has, with those that it has', () => {
    const trigger: Trigger = { event: 'git.committed' };
    expect(findDoubts({ trigger, action: template([{ a: '{commit} {path}' }]) })).toEqual([
      {
        path: [...VALUE, 0, 'a'],
        message:
          '"path" has no value for git.committed, unless the event is entered by hand with one; ' +
          'this event has commit, message, event, timestamp, workspace, user, branch, feature',
        severity: 'warning',
      },
    ]);
    const context = calls({ toolParam: 'p', source: 'context', value: 'result.items[0].id' });
    expect(findDoubts({ trigger, action: context })[0]?.message).toMatch(/^"result.items\[0\].id" has no value/);
  });

  it.each<[Trigger, string]>([
    [{ event: 'git.committed' }, '{commit} {message} {branch} {feature} {user} {event} {timestamp} {workspace}'],
    [{ event: 'git.branch-changed' }, '{branch} {oldBranch} {commit}'],
    [{ event: 'git.pushed' }, '{remote} {branch} {commit}'],
    [{ event: 'file.renamed' }, '{path} {oldPath}'],
    [{ event: 'file.saved', batch: true }, '{path} {paths[0]}'],
    [{ event: 'hook.ended' }, '{hook} {status} {result.items[0].id}'],
    [{ event: 'agent' }, '{agent} {operation} {timing} {path} {feature} {data.ticket}'],
    [{ event: 'task.ended' }, '{task} {exitCode} {signal} {command} {ms}'],
    [{ event: 'terminal.ended' }, '{command} {exitCode} {cwd}'],
    [{ event: 'diagnostics.changed' }, '{path} {errors} {warnings}'],
    [{ event: 'manual' }, '{path} {data.ticket}'],
    [{ event: 'webhook' }, '{data.ticket} {result}'],
    [{ event: 'webhook', secretEnv: 'S' }, '{data.issue.title} {headers.x-github-event} {hook}'],
  ])('has no doubts about %j with %s', (trigger, text) => {
    expect(findDoubts({ trigger, action: template(text) })).toEqual([]);
  });

  it('knows what a webhook that is served brings', () => {
    const trigger: Trigger = { event: 'webhook', secretEnv: 'S' };
    expect(findDoubts({ trigger, action: template('{path}') })).toMatchObject([
      { message: expect.stringContaining('"path" has no value for webhook') },
    ]);
  });

  it('has none where a missing value does no harm, or is asked for', () => {
    const trigger: Trigger = { event: 'git.committed' };
    expect(findDoubts({ trigger, action: template('{path}', { default: 'none' }) })).toEqual([]);
    expect(findDoubts({ trigger: { ...trigger, if: { path: { exists: false } } }, action: PROGRAM })).toEqual([]);
    expect(findDoubts({ trigger: { ...trigger, if: { path: { not: 'a' } } }, action: PROGRAM })).toEqual([]);
  });

  it('finds them in conditions, and in words and variables of programs', () => {
    const trigger: Trigger = { event: 'file.saved', if: { commit: 'a' } };
    const parameters = { command: 'ls', args: ['-l', '{commit}'], env: { A: '{data.a}' }, timeout: 1000 };
    expect(findDoubts({ trigger, action: { type: 'custom', parameters } }).map(({ path }) => path)).toEqual([
      ['trigger', 'if', 'commit'],
      ['action', 'parameters', 'args', 1],
      ['action', 'parameters', 'env', 'A'],
    ]);
  });

  it.each([
    ['specs/', '"specs/" matches no file; "specs/**" matches everything in the folder'],
    ['!specs/', '"!specs/" matches no file; "!specs/**" matches everything in the folder'],
    ['../other/**', '"../other/**" matches no path: paths do not lead out of the workspace'],
    ['src\\*.ts', '"src\\\\*.ts" matches no path: folders are separated by "/"'],
    ['C:/a/**', '"C:/a/**" matches no path: paths are from the workspace'],
  ])('says why %s matches nothing', (glob, message) => {
    const trigger: Trigger = { event: 'file.saved', paths: ['a/**', glob] };
    expect(findDoubts({ trigger, action: PROGRAM })).toEqual([
      { path: ['trigger', 'paths', 1], message, severity: 'warning' },
    ]);
  });

  it.each(['*.md', '/src/**', './src/*.ts', '!dist/**', 'a..b/*', 'src/{a,b}/**'])('lets %s be', (glob) => {
    expect(findDoubts({ trigger: { event: 'file.saved', paths: [glob] }, action: PROGRAM })).toEqual([]);
  });

  it.each([
    ['on {{branch}}', '"{{branch}}" is a text in braces; "{branch}" is the value'],
    ['on {{ branch }}', '"{{ branch }}" is a text in braces; "{branch}" is the value'],
    ['on ${branch}', '"${branch}" is a dollar sign and the value; "{branch}" is the value alone'],
  ])('says what %s means', (text, message) => {
    const found = findDoubts({ trigger: { event: 'manual' }, action: template(text, { default: 'x' }) });
    expect(found).toEqual([{ path: VALUE, message, severity: 'warning' }]);
  });

  it('lets braces around other words be', () => {
    expect(findDoubts({ trigger: { event: 'manual' }, action: template('{{"a": 1}} {{x}} $5') })).toEqual([]);
  });
});
