import { createConfiguration } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { DockerServer, ServerDefinition, UrlServer } from './configuration.ts';
import { secretsOf } from './secrets-of.ts';

const {
  servers: [common],
} = createConfiguration({ a: {} });
if (common?.kind !== 'command') throw new Error('not a command server');
const { command: _command, args: _args, env: _env, cwd: _cwd, ...shared } = common;

function of(server: ServerDefinition): readonly string[] {
  return secretsOf({ servers: [server] });
}

function ofUrl(url: string, headers: UrlServer['headers'] = {}): readonly string[] {
  return of({ ...shared, kind: 'url', transport: 'http', url, headers });
}

describe('secretsOf', () => {
  it('finds values of the environment by their names and their looks', () => {
    const env = {
      GITHUB_TOKEN: 'lowercase',
      PGPASSWORD: 'hunter',
      OPENAPI_MCP_HEADERS: '{"Authorization":"Bearer ntn_1234"}',
      DATABASE_URL: 'postgres://me:p%40ssword@db/x',
      ODD: 'v9!kLm22+x',
    };
    expect(secretsOf(createConfiguration({ a: { env } }))).toEqual([
      'lowercase',
      'hunter',
      '{"Authorization":"Bearer ntn_1234"}',
      'Bearer ntn_1234',
      'ntn_1234',
      'p%40ssword',
      'p@ssword',
      'v9!kLm22+x',
    ]);
  });

  it('leaves ordinary settings readable', () => {
    const env = {
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      PORT: '3000',
      HOST: 'localhost:3000',
      LANG: 'en_US.UTF-8',
      ROOT: '/home/someone/files',
      WIN: 'C:\\Users\\someone',
      BASE: 'https://example.com/api/v1',
      VERSION: 'v1.2.3',
      ACCEPT: 'application/json, text/event-stream',
    };
    expect(secretsOf(createConfiguration({ a: { env } }))).toEqual([]);
  });

  it('finds secrets in arguments', () => {
    const words = '-y some-server --api-key first-key --token=second-token --port 3000 -e DB_PASSWORD=fourth';
    const more = ['--header', 'Authorization: Bearer third-token', 'ghp_fifth12345'];
    const args = [...words.split(' '), ...more, 'postgresql://me:sixth-password@localhost/db'];
    const secrets = secretsOf(createConfiguration({ a: { args } }));
    for (const secret of ['first-key', 'second-token', 'third-token', 'fourth', 'ghp_fifth12345', 'sixth-password']) {
      expect(secrets).toContain(secret);
    }
    expect(secrets).not.toContain('some-server');
    expect(secrets).not.toContain('3000');
  });

  it('finds secrets in headers and URLs', () => {
    const basic = Buffer.from('me:my-password').toString('base64');
    const headers = { Authorization: `Basic ${basic}`, 'X-Custom': 'a1b2c3d4e5', Accept: 'application/json' };
    expect(ofUrl('https://u:pass-word@h/s/abcdefghij0123456789/mcp?api_key=query-key&page=2', headers)).toEqual([
      `Basic ${basic}`,
      basic,
      'my-password',
      'a1b2c3d4e5',
      'pass-word',
      'abcdefghij0123456789',
      'query-key',
    ]);
    expect(ofUrl('https://example.com/mcp?page=2')).toEqual([]);
  });

  it('finds secrets of containers, and none of builtin servers', () => {
    const docker: DockerServer['docker'] = {
      image: 'mcp/x',
      command: ['--token=from-command'],
      env: { SECRET: 'from-env' },
      ports: {},
      mounts: [],
      pull: 'missing',
    };
    const endpoint = {
      transport: 'http',
      url: 'http://h/?token=from-url',
      headers: { 'X-Key': 'from-header' },
    } as const;
    expect(of({ ...shared, kind: 'docker', docker, endpoint })).toEqual([
      'from-env',
      'from-command',
      'from-header',
      'from-url',
    ]);
    expect(of({ ...shared, kind: 'builtin', name: 'tasks' })).toEqual([]);
  });
});
