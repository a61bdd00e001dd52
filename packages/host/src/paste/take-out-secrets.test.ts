import type { JsonObject } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { findDefinitionProblems } from '../configuration/check-definition.ts';
import { takeOutSecrets } from './take-out-secrets.ts';

const KEY = 'sk-live-0123456789abcdef';

/** The definition with the secrets where they were. */
function putBack(definition: JsonObject, secrets: Readonly<Record<string, string>>): unknown {
  return JSON.parse(
    JSON.stringify(definition).replaceAll(/\$\{input:([^}]+)\}/g, (found, id: string) => secrets[id] ?? found),
  );
}

describe('taking secrets out of a definition', () => {
  it.each<readonly [JsonObject, JsonObject]>([
    [
      { command: 'npx', args: ['-y', 'files', '--api-key', KEY] },
      { command: 'npx', args: ['-y', 'files', '--api-key', '${input:gh-arg-4}'] },
    ],
    [
      { command: 'npx', args: [`--api-key=${KEY}`, 'Authorization: Bearer abc123', KEY] },
      {
        command: 'npx',
        args: ['--api-key=${input:gh-arg-1}', 'Authorization: ${input:gh-arg-2}', '${input:gh-arg-3}'],
      },
    ],
    [
      { command: 'docker', args: ['run', '-i', '-e', `GITHUB_TOKEN=${KEY}`, 'mcp/github'] },
      { command: 'docker', args: ['run', '-i', '-e', 'GITHUB_TOKEN=${input:gh-arg-4}', 'mcp/github'] },
    ],
    [
      { url: `https://a.example/mcp?api_key=${KEY}&page=2&token=abc` },
      { url: 'https://a.example/mcp?api_key=${input:gh-url}&page=2&token=${input:gh-url-2}' },
    ],
    [{ url: 'https://me:hunter2@a.example/mcp' }, { url: 'https://me:${input:gh-url}@a.example/mcp' }],
    [
      { docker: { image: 'i', command: ['--token', KEY], env: { API_KEY: KEY, LOG: 'info' } } },
      {
        docker: {
          image: 'i',
          command: ['--token', '${input:gh-arg-2}'],
          env: { API_KEY: '${input:gh-api-key}', LOG: 'info' },
        },
      },
    ],
    [
      { command: 'x', env: { AUTH_TOKEN: `Bearer ${KEY}\${X}`, DATABASE_URL: 'postgres://me:hunter2@h/db' } },
      { command: 'x', env: { AUTH_TOKEN: '${input:gh-auth-token}${X}', DATABASE_URL: '${input:gh-database-url}' } },
    ],
  ])('keeps what %j has', (definition, without) => {
    const taken = takeOutSecrets('gh', definition, []);
    expect(taken.definition).toEqual(without);
    expect(putBack(taken.definition, taken.secrets)).toEqual(definition);
    expect(taken.problems).toEqual([]);
    expect(findDefinitionProblems(taken.definition)).toEqual([]);
    expect(takeOutSecrets('gh', taken.definition, []).secrets).toEqual({});
  });

  it.each<JsonObject>([
    { command: 'npx', args: ['-y', '@scope/server-files', './data', '--token', '${TOKEN}', '--key=${env:KEY}'] },
    { command: 'npx', args: ['mcp-remote', 'https://a.example/mcp', '--header', 'Authorization: Bearer ${TOKEN}'] },
    {
      url: 'https://${HOST}/mcp?key=${input:key}',
      headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-Token': '${A}-${B}' },
    },
    { command: 5, args: 'x', env: [], docker: 1 },
  ])('leaves %j as it is', (definition) => {
    expect(takeOutSecrets('gh', definition, [])).toEqual({ definition, secrets: {}, problems: [] });
  });

  it('takes a whole text where it is not clear what a mask hides', () => {
    const text = 'run a_token=x b_token=y b_token=z';
    const { definition, secrets } = takeOutSecrets('gh', { command: 'x', args: [text] }, []);
    expect([definition, secrets]).toEqual([{ command: 'x', args: ['${input:gh-arg-1}'] }, { 'gh-arg-1': text }]);
  });

  it('says of a default that it cannot be kept apart', () => {
    const definition = {
      command: 'x',
      args: [`--x \${API_KEY:-${KEY}}`],
      env: { TOKEN: '${T:-abc}', LOG: '${L:-info}' },
    };
    const { problems, ...taken } = takeOutSecrets('gh', definition, []);
    expect(taken).toEqual({ definition, secrets: {} });
    expect(problems).toEqual(
      ['T', 'API_KEY'].map(
        (name) =>
          `The default of the variable ${name} is a secret, which would be stored as plain text. Remove it, and set the variable on this device.`,
      ),
    );
  });
});
