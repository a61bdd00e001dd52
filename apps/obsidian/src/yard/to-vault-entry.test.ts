import { describe, expect, it } from 'vitest';
import { findInputs, toVaultEntry, withWorkFolder } from './to-vault-entry.ts';

describe('toVaultEntry', () => {
  it.each([
    [
      { command: 'npx', args: ['-y', '.hidden'] },
      { command: 'npx', args: ['-y', '.hidden'] },
    ],
    [
      { command: 'npx', args: ['files', '.'] },
      { command: 'npx', args: ['files', '.'], cwd: '/v' },
    ],
    [
      { command: 'node', args: ['../x.mjs'] },
      { command: 'node', args: ['../x.mjs'], cwd: '/v' },
    ],
    [
      { command: 'bin/run', args: ['$${workspaceFolder}'] },
      { command: '/v/bin/run', args: ['$${workspaceFolder}'], cwd: '/v' },
    ],
    [
      { command: 'x', args: ['$${workspaceFolder}'] },
      { command: 'x', args: ['$${workspaceFolder}'] },
    ],
    [
      { command: './run', cwd: 'sub' },
      { command: '/v/run', cwd: '/v/sub' },
    ],
    [
      { command: 'bin/run', cwd: '/else' },
      { command: '/v/bin/run', cwd: '/else' },
    ],
    [
      { command: '$HOME/run', cwd: '${userHome}' },
      { command: '$HOME/run', cwd: '${userHome}' },
    ],
    [
      { command: 'x', args: ['${workspaceFolder}/a', '$${workspaceFolder}'], env: { N: '${workspaceFolderBasename}' } },
      { command: 'x', cwd: '/v', args: ['/v/a', '$${workspaceFolder}'], env: { N: 'v' } },
    ],
    [
      { docker: { image: 'i', mounts: ['./data:/data:ro', 'volume:/v', '/abs:/abs'] } },
      { docker: { image: 'i', mounts: ['/v/data:/data:ro', 'volume:/v', '/abs:/abs'] } },
    ],
    [
      { url: 'https://example.com', start: 'eager' },
      { url: 'https://example.com', start: 'eager' },
    ],
  ])('takes %j from the vault', (definition, entry) => {
    expect(toVaultEntry(definition, '/v')).toEqual({ start: 'lazy', ...entry });
  });

  it('keeps a dollar sign in the path of the vault', () => {
    expect(toVaultEntry({ command: './x' }, '/a$B')).toMatchObject({ command: '/a$$B/x', cwd: '/a$$B' });
  });
});

it('starts a program that names nothing of the vault in a folder of the device', () => {
  expect(withWorkFolder({ command: 'npx' }, '/a$B')).toEqual({ command: 'npx', cwd: '/a$$B' });
  for (const entry of [{ command: 'npx', cwd: '/v' }, { url: 'https://a.example' }, { docker: { image: 'i' } }]) {
    expect(withWorkFolder(entry, '/w')).toEqual(entry);
  }
});

it('finds the inputs of a definition, each once', () => {
  const headers = { Authorization: 'Bearer ${input:token}', Other: '${input:token} ${input:b} $${input:no} ${ENV}' };
  expect(findInputs({ url: 'https://example.com', headers })).toEqual(['token', 'b']);
});
