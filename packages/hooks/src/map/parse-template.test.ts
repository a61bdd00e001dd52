import * as fc from 'fast-check';
import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from './parse-template.ts';

describe('parseTemplate', () => {
  it.each([
    ['', []],
    ['plain', [{ text: 'plain' }]],
    ['{branch}', [{ name: 'branch', path: ['branch'] }]],
    ['a {branch} b', [{ text: 'a ' }, { name: 'branch', path: ['branch'] }, { text: ' b' }]],
    [
      '{branch}{user}',
      [
        { name: 'branch', path: ['branch'] },
        { name: 'user', path: ['user'] },
      ],
    ],
    ['{result.items[0].id}', [{ name: 'result.items[0].id', path: ['result', 'items', 0, 'id'] }]],
    ['{result[1][2]}', [{ name: 'result[1][2]', path: ['result', 1, 2] }]],
    ['{data.ключ-1}', [{ name: 'data.ключ-1', path: ['data', 'ключ-1'] }]],
    ['{data.__proto__}', [{ name: 'data.__proto__', path: ['data', '__proto__'] }]],
    ['{{branch}}', [{ text: '{branch}' }]],
    ['{{{branch}}}', [{ text: '{' }, { name: 'branch', path: ['branch'] }, { text: '}' }]],
    ['$(x) `y` "; rm -rf /\u0000', [{ text: '$(x) `y` "; rm -rf /\u0000' }]],
  ])('reads %s', (text, parts) => {
    expect(parseTemplate(text)).toEqual({ parts });
  });

  it.each([
    ['a {', 2, 'This "{" is never closed; write "{{" for a brace.'],
    ['a { {branch}', 2, 'This "{" is never closed; write "{{" for a brace.'],
    ['a }', 2, 'This "}" closes nothing; write "}}" for a brace.'],
    ['{branch}}', 8, 'This "}" closes nothing; write "}}" for a brace.'],
    ['a {}', 2, 'A name is missing between "{" and "}"; write "{{}}" for braces.'],
    ['on {braanch}', 3, 'Unknown name "braanch"; did you mean "branch"?'],
    ['{ branch }', 0, 'Unknown name " branch "; did you mean "branch"?'],
    ['{reslt.items[0]}', 0, 'Unknown name "reslt.items[0]"; did you mean "result.items[0]"?'],
    ['{result.}', 0, '"result." is not a path; write it like "result.items[0].id".'],
    ['{result..id}', 0, '"result..id" is not a path; write it like "result.items[0].id".'],
    ['{result[x]}', 0, '"result[x]" is not a path; write it like "result.items[0].id".'],
    ['{[0]}', 0, '"[0]" is not a path; write it like "result.items[0].id".'],
  ])('refuses %s', (text, offset, problem) => {
    expect(parseTemplate(text)).toEqual({ problem, offset });
  });

  it('says where values of one’s own are', () => {
    expect(parseTemplate('{ticket.id}')).toEqual({
      offset: 0,
      problem:
        'Unknown name "ticket.id"; known names: feature, branch, timestamp, user, event, path, paths, oldPath, commit, ' +
        'message, oldBranch, remote, hook, status, reason, result, agent, operation, timing, scheduled, missed, task, exitCode, signal, command, cwd, ms, errors, warnings, workspace, headers, data. ' +
        'A value of your own is "data.ticket.id".',
    });
  });

  it('knows no name of the language’s own', () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(parseTemplate(`{${name}}`)).toHaveProperty('problem');
  });

  it('never throws', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('{', '}', 'branch', '.', '[0]', ' ') }),
    );
    fc.assert(fc.property(text, (text) => parseTemplate(text) !== undefined));
  });

  it('takes doubled braces for braces, whatever is between them', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', '{user}', '\\') }), (text) => {
        const template = parseTemplate(text.replaceAll(/[{}]/g, '$&$&'));
        expect(template).toEqual({ parts: text === '' ? [] : [{ text }] });
      }),
    );
  });

  it('takes a time that grows with the text only', () => {
    const cpuMs = startCpuClock();
    parseTemplate('{'.repeat(200_001));
    parseTemplate('{a'.repeat(100_000));
    parseTemplate(`{result${'.a'.repeat(100_000)}!}`);
    parseTemplate(`{result${'[0]'.repeat(100_000)} }`);
    expect(cpuMs()).toBeLessThan(5000);
  });
});
