import type { DockerServer, ServerDefinition } from '@toolyard/core';
import { createConfiguration } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeServer, summarizeServer } from './describe-servers.ts';
import { parseAsFile } from './own-file.ts';

function read(entry: object, key = 'a'): ServerDefinition {
  const [server] = parseAsFile('/project/toolyard.json', JSON.stringify({ mcpServers: { [key]: entry } })).servers;
  if (server === undefined) throw new Error('no server');
  return server;
}

const show = (entry: object): string[] => describeServer(read(entry)).slice(1);

describe('describeServer', () => {
  it('shows all that a program is started with, as it is written', () => {
    const entry = {
      command: './run.sh',
      args: ['-y', 'my notes', '--token', 'hunter2'],
      cwd: '${HOME}/../x',
      env: { NODE_OPTIONS: '--require ./evil.js', AWS_SECRET_ACCESS_KEY: '${AWS_SECRET_ACCESS_KEY}' },
      trust: true,
    };
    expect(describeServer(read(entry, 'files'))).toEqual([
      'files',
      '  command  ./run.sh',
      '  args     -y "my notes" --token hunter2',
      '  env      NODE_OPTIONS="--require ./evil.js"',
      '           AWS_SECRET_ACCESS_KEY=${AWS_SECRET_ACCESS_KEY}',
      '  cwd      ${HOME}/../x',
      '  trust    true',
      '  folder   /project',
    ]);
  });

  it.each([
    [{ command: 'node', cwd: '/x' }, false],
    [{ command: '/bin/run', cwd: '/x' }, false],
    [{ command: './run', cwd: '/x' }, true],
    [{ command: '..', cwd: '/x' }, true],
    [{ command: '$RUN', cwd: '/x' }, true],
    [{ command: 'node', cwd: 'x' }, true],
    [{ command: 'node', cwd: '~/x' }, true],
  ])('shows for %j the folder that relative paths start from: %j', (entry, isShown) => {
    expect(show(entry).includes('  folder   /project')).toBe(isShown);
  });

  it('shows where data goes, with headers', () => {
    const url = 'https://me:pass@evil.example/mcp?token=hunter2';
    expect(show({ url, headers: { Authorization: 'Bearer ${TOKEN}', 'X-Key': 'hunter2' } })).toEqual([
      `  url      ${url}`,
      '  headers  Authorization="Bearer ${TOKEN}"',
      '           X-Key=hunter2',
    ]);
  });

  it('shows what of this machine a container gets to see', () => {
    const docker = {
      image: 'mcp/x',
      containerName: 'box',
      command: ['a b', 'c'],
      env: { KEY: '1' },
      ports: { '80': 8080 },
      mounts: ['/:/host', './x:/y'],
      network: 'host',
    };
    expect(show({ docker })).toEqual([
      '  docker.image          mcp/x',
      '  docker.containerName  box',
      '  docker.command        "a b" c',
      '  docker.env            KEY=1',
      '  docker.ports          80=8080',
      '  docker.mounts         /:/host ./x:/y',
      '  docker.network        host',
      '  folder                /project',
    ]);
  });

  it.each([
    ['sh', ['-c', 'DOCS_TOKEN=1; touch x'], '  args     -c "DOCS_TOKEN=1; touch x"'],
    ['node', ['--auth', './evil.js'], '  args     --auth ./evil.js'],
    ['sh', ['\u0090hidden\u009c\u009b8m'], '  args     "\\u0090hidden\\u009c\\u009b8m"'],
    ['sh', ['\u001b[2K\r harmless'], '  args     "\\u001b[2K\\r harmless"'],
    ['sh', ['a\u202eb', 'c\u200bd', 'e\u00a0f'], '  args     "a\\u202eb" "c\\u200bd" "e\\u00a0f"'],
    ['sh', ['\u{e0061}\u00ad\ufe0f\u3164\ud800'], '  args     "\\udb40\\udc61\\u00ad\\ufe0f\\u3164\\ud800"'],
    ['sh', ['\\u202e'], '  args     "\\\\u202e"'],
    ['sh', ['', ' '], '  args     "" " "'],
  ])('hides nothing of %s %j', (command, args, line) => {
    expect(show({ command, args })[1]).toBe(line);
  });

  it('shows different arguments differently', () => {
    const words = fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 });
    fc.assert(
      fc.property(words, words, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        const [left, right] = createConfiguration({ left: { args: one }, right: { args: other } }).servers.map(
          (server) => describeServer(server).slice(1),
        );
        expect(left).not.toEqual(right);
      }),
    );
  });

  it('tells names from values', () => {
    const one = show({ command: 'x', tools: { rename: { 'a=b': 'c' } } });
    expect(one).not.toEqual(show({ command: 'x', tools: { rename: { a: 'b=c' } } }));
  });
});

describe('summarizeServer', () => {
  it.each([
    ['--header', 'Authorization: Bearer abc-s3cr3t'],
    ['--header=X-Api-Key:abc-s3cr3t'],
    ['--env=GITHUB_TOKEN=abc-s3cr3t'],
    ['--db=postgres://me:abc-s3cr3t@localhost/db'],
    ['Server=db;Password=abc-s3cr3t;'],
    ['https://example.com/abc-s3cr3t-0123456789/mcp'],
    ['--passphrase', 'abc-s3cr3t'],
    ['-e', 'MYTOKEN=abc-s3cr3t'],
    ['-e', 'GITHUB_PAT=abc-s3cr3t'],
    ['sh', '-c', 'run --passphrase abc-s3cr3t; touch x'],
  ])('shows no secret in %j', (...args) => {
    const [server] = createConfiguration({ remote: { command: 'npx', args: ['mcp-remote', ...args] } }).servers;
    if (server === undefined) throw new Error('no server');
    const line = summarizeServer(server);
    expect(line).toMatch(/^npx mcp-remote /);
    expect(line).not.toContain('s3cr3t');
  });

  it('shows the kinds of servers shortly, and what stands behind a secret', () => {
    expect(summarizeServer(read({ command: 'sh', args: ['-c', 'DOCS_TOKEN=1; touch x'], env: { A: 'b' } }))).toBe(
      'sh -c "DOCS_TOKEN=***; touch x" (sets A)',
    );
    expect(summarizeServer(read({ url: 'https://me:pass@example.com/mcp' }))).toBe('https://me:***@example.com/mcp');
    const docker: Partial<DockerServer['docker']> = { image: 'mcp/x', command: ['a b'], env: { KEY: '1' } };
    expect(summarizeServer(read({ docker }))).toBe('docker image mcp/x "a b" (sets KEY)');
    expect(summarizeServer(read({ type: 'builtin', name: 'tasks' }))).toBe('part of Toolyard (tasks)');
  });
});
