import type { DockerServer, UrlServer } from '@toolyard/core';
import { createConfiguration } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { describeServers } from './describe-servers.ts';

it('shows command lines without secrets, and names the variables that are set', () => {
  const configuration = createConfiguration({
    files: { command: 'npx', args: ['-y', 'server-files', 'my notes', '--token=abc'], env: { API_KEY: 'hidden' } },
    off: { enabled: false },
  });
  expect(describeServers(configuration)).toEqual(['files: npx -y server-files "my notes" --token=*** (sets API_KEY)']);
});

it.each([
  ['--header', 'Authorization: Bearer abc-s3cr3t'],
  ['--header=X-Api-Key:abc-s3cr3t'],
  ['--env=GITHUB_TOKEN=abc-s3cr3t'],
  ['--db=postgres://me:abc-s3cr3t@localhost/db'],
  ['Server=db;Password=abc-s3cr3t;'],
  ['https://example.com/abc-s3cr3t-0123456789/mcp'],
])('shows no secret in %j', (...args) => {
  const [line] = describeServers(createConfiguration({ remote: { command: 'npx', args: ['mcp-remote', ...args] } }));
  expect(line).toMatch(/^remote: npx mcp-remote /);
  expect(line).not.toContain('s3cr3t');
});

it('shows addresses without passwords', () => {
  const [common] = createConfiguration({ search: {} }).servers;
  const search = { ...common, kind: 'url', url: 'https://me:pass@example.com/mcp', transport: 'auto', headers: {} };
  expect(describeServers({ servers: [search as UrlServer] })).toEqual(['search: https://me:***@example.com/mcp']);
});

it('shows what of this machine a container gets to see', () => {
  const [common] = createConfiguration({ box: {} }).servers;
  const docker: DockerServer['docker'] = {
    image: 'mcp/x',
    command: ['a b'],
    env: { KEY: '1' },
    ports: {},
    mounts: ['/:/host'],
    network: 'host',
    pull: 'missing',
  };
  expect(describeServers({ servers: [{ ...common, kind: 'docker', docker } as DockerServer] })).toEqual([
    'box: docker image mcp/x "a b" (sets KEY) (mounts /:/host, uses the network of this machine)',
  ]);
});

it('lets nothing in a file steer the terminal', () => {
  const configuration = createConfiguration({ evil: { command: 'sh', args: ['\u001b[2K\r harmless'] } });
  expect(describeServers(configuration)).toEqual(['evil: sh "\\u001b[2K\\r harmless"']);
});
