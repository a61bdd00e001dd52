import { describe, expect, it } from 'vitest';
import { checkSetting } from '@toolyard/host';
import { checkServerForm, type FormProblems } from './check-server-form.ts';
import { createServerForm, type ServerForm } from './server-form.ts';

const OTHERS = { others: ['weather'] };

function check(part: Partial<ServerForm>): FormProblems | undefined {
  return checkServerForm({ ...createServerForm(), name: 'files', command: 'npx', ...part }, OTHERS);
}

describe('checking a form', () => {
  it('finds nothing wrong with one that can be saved', () => {
    expect(check({})).toBeUndefined();
    expect(check({ kind: 'docker', image: 'mcp/time', ports: '39001:3001/tcp' })).toBeUndefined();
    expect(
      check({ kind: 'url', url: 'https://a.example/mcp', headers: [{ name: 'X-A', value: '1', isSecret: false }] }),
    ).toBeUndefined();
    expect(check({ command: 'C:\\Program Files\\nodejs\\npx.cmd' })).toBeUndefined();
  });

  it.each([
    [{ command: '  ' }, { command: 'Enter the program to start, such as npx.' }],
    [{ kind: 'docker' }, { image: 'Enter the image to run, such as mcp/time.' }],
    [{ kind: 'url' }, { url: 'Enter the URL of the server.' }],
    [{ kind: 'url', url: 'ftp://a' }, { url: 'url must be a URL that starts with http:// or https://.' }],
    [
      { command: 'npx -y @scope/server' },
      { command: 'Enter the program alone. Its arguments stand below, one in a line.' },
    ],
    [{ env: [{ name: '', value: 'x', isSecret: false }] }, { env: 'Enter a name for each value.' }],
    [{ env: ['1', '2'].map((value) => ({ name: 'A', value, isSecret: false })) }, { env: '"A" stands there twice.' }],
    [
      { kind: 'url', url: 'https://a.example', headers: [{ name: 'a b', value: 'x', isSecret: false }] },
      { headers: expect.stringContaining('the name of an HTTP header') },
    ],
    [{ kind: 'docker', image: 'a', ports: 'nonsense' }, { ports: expect.stringContaining('a container port') }],
  ] satisfies readonly [Partial<ServerForm>, object][])('says at its field what is wrong: %j', (part, fields) => {
    expect(check(part)?.fields).toEqual(fields);
  });

  it.each([
    ['my server', 'my-server'],
    ['python', 'python-server'],
    ['weather', 'weather-2'],
    ['', 'server'],
  ])('refuses the name "%s", and suggests "%s"', (name, suggestion) => {
    const problems = check({ name });
    expect(problems?.fields.name).toContain(`"${suggestion}" would be fine.`);
  });

  it('lets a server keep the name that it has', () => {
    const form = { ...createServerForm(), name: 'python', command: 'x' };
    expect(checkServerForm(form, { others: [], current: 'python' })).toBeUndefined();
  });

  it('shows what is wrong with parts that the form does not show', () => {
    expect(check({ rest: { timeoutMs: 1 } })?.other).toEqual(['timeoutMs must be a whole number from 1000 to 300000.']);
  });
});

it('checks limits by the rules of a configuration file', () => {
  expect(checkSetting('timeoutMs', 5000)).toBeUndefined();
  expect(checkSetting('concurrentLimit', -1)).toBeUndefined();
  expect(checkSetting('concurrentLimit', 0)).toBe(
    'concurrentLimit must be a whole number of at least 1, or -1 for unlimited.',
  );
});
