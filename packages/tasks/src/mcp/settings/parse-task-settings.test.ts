import { describe, expect, it } from 'vitest';
import { parseTaskSettings } from './parse-task-settings.ts';

const TOKEN = 'a-service-token-of-more-than-32-characters';

function settingsOf(env: Record<string, string>, dotEnvText?: string) {
  const parsed = parseTaskSettings({ env, ...(dotEnvText === undefined ? {} : { dotEnvText }) });
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed.settings;
}

function problemsOf(env: Record<string, string>, needs = {}): string[] {
  const parsed = parseTaskSettings({ env }, needs);
  return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
}

describe('parseTaskSettings', () => {
  it('has a default for all that need not be set', () => {
    expect(settingsOf({})).toEqual({
      serviceTokens: [],
      logLevel: 'INFO',
      mcpPort: 3000,
      backendTimeoutMs: 30_000,
      backendMaxRetries: 2,
      readsPerMinute: 100,
      writesPerMinute: 30,
    });
  });

  it('reads names in any case, those in capitals before others, and the environment before the file', () => {
    const file = '# tasks\nexport backend_timeout=5\nMCP_LOG_LEVEL="debug"\nTASKS_USER_ID=alice\n';
    const settings = settingsOf({ Mcp_Server_Port: '8080', tasks_user_id: 'bob', BACKEND_MAX_RETRIES: '0' }, file);
    expect(settings).toMatchObject({
      mcpPort: 8080,
      userId: 'bob',
      logLevel: 'DEBUG',
      backendTimeoutMs: 5000,
      backendMaxRetries: 0,
    });
    expect(settingsOf({ tasks_user_id: 'small', TASKS_USER_ID: 'big' }).userId).toBe('big');
  });

  it('takes the older name of the base URL where the newer is not set', () => {
    expect(settingsOf({ FASTAPI_BASE_URL: 'http://old:1/api' }).backendBaseUrl?.href).toBe('http://old:1/api');
    const both = { FASTAPI_BASE_URL: 'http://old:1', BACKEND_BASE_URL: 'https://new:2' };
    expect(settingsOf(both).backendBaseUrl?.href).toBe('https://new:2/');
  });

  it('keeps two tokens while one replaces the other', () => {
    const env = { SERVICE_AUTH_TOKEN: TOKEN, SERVICE_AUTH_TOKEN_PREVIOUS: `${TOKEN}-old` };
    expect(settingsOf(env).serviceTokens).toEqual([TOKEN, `${TOKEN}-old`]);
  });

  it('tells all that is wrong at once, and what to do', () => {
    const env = {
      MCP_LOG_LEVEL: 'LOUD',
      MCP_SERVER_PORT: '70000',
      BACKEND_TIMEOUT: '0',
      BACKEND_MAX_RETRIES: '1.5',
      TASKS_WRITES_PER_MINUTE: '-2',
      BACKEND_BASE_URL: 'ftp://example.com',
      DATABASE_URL: 'mysql://user:secret@host/db',
      TASKS_USER_ID: 'two words',
    };
    expect(problemsOf(env, { token: true, backend: true, database: true })).toEqual([
      'SERVICE_AUTH_TOKEN is missing. Set it to the token of the backend, for example the output of "openssl rand -hex 32".',
      'BACKEND_BASE_URL is wrong. Use a URL that starts with http:// or https://.',
      'TASKS_USER_ID is wrong. Use 1 to 200 printable characters without a space.',
      'DATABASE_URL is wrong. Use a URL that starts with postgres://.',
      'MCP_LOG_LEVEL is "LOUD". Use one of: DEBUG, INFO, WARNING, ERROR.',
      'MCP_SERVER_PORT is "70000". Use a whole number from 0 to 65535.',
      'BACKEND_TIMEOUT is "0". Use a number greater than 0, at most 3600.',
      'BACKEND_MAX_RETRIES is "1.5". Use a whole number from 0 to 10.',
      'TASKS_WRITES_PER_MINUTE is "-2". Use a whole number from -1 to 1000000.',
    ]);
  });

  it('takes a short token with a warning that does not show it', () => {
    const advice = 'Use a longer one, for example the output of "openssl rand -hex 32".';
    const warn = (env: Record<string, string>, needs = { token: true }) => parseTaskSettings({ env }, needs);
    expect(warn({ SERVICE_AUTH_TOKEN: 'short' })).toMatchObject({
      ok: true,
      settings: { serviceTokens: ['short'] },
      warnings: [`SERVICE_AUTH_TOKEN has fewer than 32 characters and may be guessed. ${advice}`],
    });
    const strong = 'x'.repeat(32);
    expect(warn({ SERVICE_AUTH_TOKEN: strong, SERVICE_AUTH_TOKEN_PREVIOUS: 'x'.repeat(31) })).toMatchObject({
      settings: { serviceTokens: [strong, 'x'.repeat(31)] },
      warnings: [`SERVICE_AUTH_TOKEN_PREVIOUS has fewer than 32 characters and may be guessed. ${advice}`],
    });
    expect(warn({ SERVICE_AUTH_TOKEN: strong }).warnings).toEqual([]);
    expect(warn({ SERVICE_AUTH_TOKEN: 'short' }, { token: false }).warnings).toEqual([]);
  });

  it('asks for what a command needs', () => {
    expect(problemsOf({ SERVICE_AUTH_TOKEN: '' }, { token: true })).toHaveLength(1);
    expect(problemsOf({}, { backend: true })).toEqual([
      'BACKEND_BASE_URL is missing. Set it to the address of the task backend, such as http://127.0.0.1:8000.',
    ]);
  });

  it('looks at the database only where it is used', () => {
    const env = { DATABASE_URL: 'mysql://host/another-program' };
    expect(settingsOf(env).databaseUrl).toBeUndefined();
    expect(problemsOf(env, { database: true })).toHaveLength(1);
  });

  it('refuses an address with a password or a query in it, without repeating it', () => {
    for (const url of ['http://user:secret@host', 'http://host/?token=secret', 'http://host/#secret']) {
      const [problem = ''] = problemsOf({ BACKEND_BASE_URL: url });
      expect(problem).toContain('must be an address only');
      expect(problem).not.toContain('secret');
    }
  });

  describe('with a file of the folder', () => {
    const FILE = `SERVICE_AUTH_TOKEN=${TOKEN}-of-the-folder\nbackend_base_url=http://folder:1\nTASKS_USER_ID=ceo\nBACKEND_TIMEOUT=5\n`;
    const NONE = { backendBaseUrl: undefined, userId: undefined };

    it('takes everything from the file where the environment names no secret and no address', () => {
      const parsed = parseTaskSettings({ env: { MCP_LOG_LEVEL: 'ERROR', DATABASE_URL: 'x' }, dotEnvText: FILE });
      expect(parsed).toMatchObject({
        ok: true,
        settings: {
          serviceTokens: [`${TOKEN}-of-the-folder`],
          userId: 'ceo',
          backendTimeoutMs: 5000,
          logLevel: 'ERROR',
        },
        file: { used: ['SERVICE_AUTH_TOKEN', 'BACKEND_BASE_URL', 'TASKS_USER_ID', 'BACKEND_TIMEOUT'], ignored: [] },
      });
      expect(settingsOf({}, FILE).backendBaseUrl?.href).toBe('http://folder:1/');
    });

    it.each([
      ['a token alone', { service_auth_token: TOKEN }, { serviceTokens: [TOKEN], ...NONE }],
      ['a former token alone', { SERVICE_AUTH_TOKEN_PREVIOUS: TOKEN }, { serviceTokens: [TOKEN], ...NONE }],
      ['an address alone', { Backend_Base_Url: 'http://own:2' }, { serviceTokens: [], userId: undefined }],
      ['an address under its older name', { FASTAPI_BASE_URL: 'http://own:2' }, { serviceTokens: [] }],
    ])('takes no secret, address or user from it where the environment has %s', (_what, env, expected) => {
      const settings = settingsOf(env, FILE);
      expect({ ...NONE, ...settings }).toMatchObject({ ...expected, backendTimeoutMs: 5000 });
      expect(settings.backendBaseUrl?.host).not.toBe('folder:1');
    });

    it('tells what it did not take', () => {
      const { file } = parseTaskSettings({ env: { SERVICE_AUTH_TOKEN: TOKEN }, dotEnvText: FILE });
      expect(file).toEqual({ used: ['BACKEND_TIMEOUT'], ignored: ['BACKEND_BASE_URL', 'TASKS_USER_ID'] });
    });

    it('never takes a second token or the database from it', () => {
      const text = `SERVICE_AUTH_TOKEN_PREVIOUS=${TOKEN}\ndatabase_url=postgres://folder/db\n`;
      const needs = { database: true };
      for (const dotEnvText of [text, `${FILE}${text}`]) {
        const parsed = parseTaskSettings({ env: {}, dotEnvText }, needs);
        expect(parsed.ok && parsed.settings.serviceTokens).not.toContain(TOKEN);
        expect(parsed.ok && parsed.settings.databaseUrl).toBeUndefined();
        expect(parsed.file.ignored).toEqual(['SERVICE_AUTH_TOKEN_PREVIOUS', 'DATABASE_URL']);
      }
    });

    it('takes no token from it for the database of the environment', () => {
      const env = { DATABASE_URL: 'postgres://own/db' };
      const parsed = parseTaskSettings({ env, dotEnvText: FILE }, { token: true, database: true });
      expect(parsed).toMatchObject({ ok: false, problems: [{ name: 'SERVICE_AUTH_TOKEN' }] });
    });
  });
});
