import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandVariables, type VariableSource } from './expand-variables.ts';

const VALUES: Readonly<Record<string, string>> = {
  NAME: 'value',
  EMPTY: '',
  lower: 'small',
  TRICKY: '$NAME ${NAME} $$ $& $1',
  'ProgramFiles(x86)': 'C:\\Programs',
};

const SOURCE: VariableSource = {
  env: (name) => (Object.hasOwn(VALUES, name) ? VALUES[name] : undefined),
  input: (id) => (id === 'api-key' ? 'key-1' : undefined),
  workspaceFolder: '/home/someone/project',
  userHome: '/home/someone',
  pathSeparator: '/',
};

describe('expandVariables', () => {
  it.each([
    ['${NAME}', 'value'],
    ['${env:NAME}', 'value'],
    ['$NAME', 'value'],
    ['a${NAME}b$NAME-c', 'avaluebvalue-c'],
    ['${lower}', 'small'],
    ['${ProgramFiles(x86)}', 'C:\\Programs'],
    ['${EMPTY}', ''],
    ['${NAME:-default}', 'value'],
    ['${NOWHERE:-default}', 'default'],
    ['${env:NOWHERE:-default}', 'default'],
    ['${NOWHERE:-}', ''],
    ['${EMPTY:-default}', 'default'],
    ['${NOWHERE:-https://example.com:80/a-b}', 'https://example.com:80/a-b'],
    ['${input:api-key}', 'key-1'],
    ['${workspaceFolder}${/}a', '/home/someone/project/a'],
    ['${workspaceFolderBasename}', 'project'],
    ['${userHome}${pathSeparator}a', '/home/someone/a'],
    ['$$NAME', '$NAME'],
    ['$${NAME}', '${NAME}'],
    ['$$$NAME', '$value'],
  ])('puts in %s as %s', (text, expected) => {
    expect(expandVariables(text, SOURCE)).toEqual({ text: expected, missing: [], unknown: [] });
  });

  it.each([
    '$',
    'cost: 5$',
    '$lower',
    '$Path',
    '$NAMEs',
    '$1',
    '${',
    '${NAME',
    '${}',
    '^a+$',
    'a$ b',
    '$-NAME',
    '$_',
    '$_.Name',
  ])('leaves %s alone', (text) => {
    expect(expandVariables(text, SOURCE)).toEqual({ text, missing: [], unknown: [] });
  });

  it('puts a value in once, whatever it holds', () => {
    expect(expandVariables('${TRICKY}', SOURCE).text).toBe('$NAME ${NAME} $$ $& $1');
  });

  it('names each missing variable once, in order', () => {
    const { missing } = expandVariables('${B} $A ${env:B} ${input:token} ${input:token}', SOURCE);
    expect(missing).toEqual([
      { kind: 'env', name: 'B' },
      { kind: 'env', name: 'A' },
      { kind: 'input', name: 'token' },
    ]);
  });

  it.each(['${command:pick}', '${config:a.b}', '${NAME:?message}', '${x:0:3}'])('keeps and tells %s', (text) => {
    expect(expandVariables(text, SOURCE)).toEqual({ text, missing: [], unknown: [text] });
  });

  it('tells a default that holds a variable, which is not supported', () => {
    expect(expandVariables('${NOWHERE:-${NAME}}', SOURCE)).toEqual({
      text: '${NOWHERE:-${NAME}}',
      missing: [],
      unknown: ['${NOWHERE:-${NAME}'],
    });
  });

  it('leaves every text without a dollar sign alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('$'));
        expect(expandVariables(text, SOURCE)).toEqual({ text, missing: [], unknown: [] });
      }),
    );
  });

  it('gives back every text whose dollar signs were doubled', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('$', '{', '}', 'NAME', ':-', 'x', ':')), (parts) => {
        const text = parts.join('');
        expect(expandVariables(text.replaceAll('$', '$$$$'), SOURCE).text).toBe(text);
      }),
    );
  });

  it('takes time in proportion to the text, also where braces are never closed', () => {
    const text = '${'.repeat(500_000);
    expect(expandVariables(text, SOURCE).text).toBe(text);
  });
});
