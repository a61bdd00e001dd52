import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type ServerDefinition } from '../config/configuration.ts';
import { parseConfiguration } from '../config/parse-configuration.ts';
import { SERVER_FIELDS } from '../config/server-fields.ts';
import type { Fields } from '../config/shape.ts';
import { toCanonicalJson } from '../schema/to-canonical-json.ts';
import { describeDefinition, describeSettings } from './describe-definition.ts';

function read(entry: object, folder = '/project'): ServerDefinition {
  const { configuration, problems } = parseConfiguration(JSON.stringify({ servers: { a: entry } }), { folder });
  const [server] = configuration?.servers ?? [];
  if (server === undefined) throw new Error(JSON.stringify(problems));
  return server;
}

const COMMAND = { command: 'x' };
const URL = { url: 'https://a.example' };
const DOCKER = { docker: { image: 'a' } };

/** Two servers that differ in nothing but the field, for each field. */
const DIFFERENT: Readonly<Record<string, readonly [object, object]>> = {
  type: [URL, { ...URL, type: 'sse' }],
  command: [COMMAND, { command: 'y' }],
  args: [COMMAND, { ...COMMAND, args: [''] }],
  env: [
    { ...COMMAND, env: { A: '1' } },
    { ...COMMAND, env: { A: '2' } },
  ],
  cwd: [COMMAND, { ...COMMAND, cwd: 'y' }],
  url: [URL, { url: 'https://b.example' }],
  headers: [URL, { ...URL, headers: { A: '1' } }],
  docker: [DOCKER, COMMAND],
  name: [COMMAND, { type: 'builtin', name: 'tasks' }],
  enabled: [COMMAND, { ...COMMAND, enabled: false }],
  disabled: [COMMAND, { ...COMMAND, disabled: true }],
  timeoutMs: [COMMAND, { ...COMMAND, timeoutMs: 1000 }],
  concurrentLimit: [COMMAND, { ...COMMAND, concurrentLimit: -1 }],
  naming: [COMMAND, { ...COMMAND, naming: 'dot' }],
  tools: [COMMAND, { ...COMMAND, tools: [] }],
  trust: [COMMAND, { ...COMMAND, trust: true }],
  start: [COMMAND, { ...COMMAND, start: 'lazy' }],
  idleStopMs: [COMMAND, { ...COMMAND, idleStopMs: 5 }],
  sharing: [COMMAND, { ...COMMAND, sharing: 'per-session' }],
  era: [COMMAND, { ...COMMAND, era: 'legacy' }],
  'docker.image': [DOCKER, { docker: { image: 'b' } }],
  'docker.containerName': [DOCKER, { docker: { image: 'a', containerName: 'b' } }],
  'docker.command': [DOCKER, { docker: { image: 'a', command: ['b'] } }],
  'docker.env': [DOCKER, { docker: { image: 'a', env: { A: '' } } }],
  'docker.ports': [DOCKER, { docker: { image: 'a', ports: { '80': 80 } } }],
  'docker.mounts': [DOCKER, { docker: { image: 'a', mounts: ['./a:/b'] } }],
  'docker.memoryMb': [DOCKER, { docker: { image: 'a', memoryMb: 6 } }],
  'docker.cpus': [DOCKER, { docker: { image: 'a', cpus: 1 } }],
  'docker.pids': [DOCKER, { docker: { image: 'a', pids: 1 } }],
  'docker.network': [DOCKER, { docker: { image: 'a', network: 'host' } }],
  'docker.pull': [DOCKER, { docker: { image: 'a', pull: 'always' } }],
  'tools.include': [COMMAND, { ...COMMAND, tools: { include: [] } }],
  'tools.exclude': [COMMAND, { ...COMMAND, tools: { exclude: ['a'] } }],
  'tools.rename': [COMMAND, { ...COMMAND, tools: { rename: { a: 'b' } } }],
};

function namesOf(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, { shape }]) => [
    `${prefix}${name}`,
    ...(shape.kind === 'object' ? namesOf(shape.fields, `${prefix}${name}.`) : []),
  ]);
}

describe('describeDefinition', () => {
  it.each(namesOf(SERVER_FIELDS))('shows servers differently that differ in %s, as their hashes do', (field) => {
    const [one, other] = (DIFFERENT[field] ?? []).map((entry) => read(entry));
    if (one === undefined || other === undefined) throw new Error(`no example of ${field}`);
    expect(toCanonicalJson(one)).not.toBe(toCanonicalJson(other));
    expect(describeDefinition(one)).not.toEqual(describeDefinition(other));
  });

  it('keeps what is written, with variables and paths, and says where paths start', () => {
    const entry = { command: './run', args: ['${A:-/../../x}'], cwd: '${B:-/../..}/y', env: { C: '${C}' } };
    expect(describeDefinition(read(entry))).toEqual([
      { label: 'command', value: './run' },
      { label: 'args', value: ['${A:-/../../x}'] },
      { label: 'env', name: 'C', value: '${C}' },
      { label: 'cwd', value: '${B:-/../..}/y' },
      { label: 'folder', value: '/project' },
    ]);
    expect(describeDefinition(read({ docker: { image: 'a', mounts: ['./x:/y'] } }))).toEqual([
      { label: 'docker.image', value: 'a' },
      { label: 'docker.mounts', value: ['./x:/y'] },
      { label: 'folder', value: '/project' },
    ]);
  });

  it.each([{ command: './run' }, { command: 'x', cwd: 'y' }, { docker: { image: 'a', mounts: ['./x:/y'] } }])(
    'shows that %j lies in another folder',
    (entry) => {
      expect(describeDefinition(read(entry))).not.toEqual(describeDefinition(read(entry, '/elsewhere')));
    },
  );

  it('shows the address of a container as a file has it', () => {
    const entry = { ...DOCKER, url: 'https://a.example', type: 'http', headers: { A: 'b' } };
    expect(describeDefinition(read(entry))).toEqual([
      { label: 'url', value: 'https://a.example' },
      { label: 'headers', name: 'A', value: 'b' },
      { label: 'docker.image', value: 'a' },
      { label: 'transport', value: 'http' },
    ]);
  });
});

it('shows settings that are not the defaults', () => {
  expect(describeSettings(DEFAULT_SETTINGS)).toEqual([]);
  expect(describeSettings({ ...DEFAULT_SETTINGS, sessionLimit: -1 })).toEqual([{ label: 'sessionLimit', value: -1 }]);
});
