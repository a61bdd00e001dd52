import { describe, expect, it } from 'vitest';
import { type ConfigurationSource, locateConfiguration } from './locate-configuration.ts';

function locate(
  existing: readonly string[],
  given: { option?: string; found?: string; env?: Record<string, string> } = {},
): Promise<ConfigurationSource> {
  return locateConfiguration({
    env: {},
    cwd: '/project',
    userConfigDir: '/home/someone/.config',
    exists: (file) => Promise.resolve(existing.includes(file)),
    ...given,
  });
}

const EVERYWHERE = ['/project/toolyard.json', '/project/.mcp.json', '/home/someone/.config/toolyard/toolyard.json'];

describe('locateConfiguration', () => {
  it('takes --config first, whether the file is there or not', async () => {
    const given = { option: 'a.json', env: { TOOLYARD_CONFIG: '/b.json' } };
    expect(await locate(EVERYWHERE, given)).toEqual({ kind: 'option', file: '/project/a.json' });
  });

  it('takes --found before what else there is, as a file of a folder', async () => {
    const given = { found: '/repo/.mcp.json', env: { TOOLYARD_CONFIG: '/b.json' } };
    expect(await locate(EVERYWHERE, given)).toEqual({ kind: 'folder', file: '/repo/.mcp.json' });
    expect(await locate([], { found: 'x.json' })).toEqual({ kind: 'folder', file: '/project/x.json' });
  });

  it('takes $TOOLYARD_CONFIG second', async () => {
    const source = await locate(EVERYWHERE, { env: { TOOLYARD_CONFIG: 'b.json' } });
    expect(source).toEqual({ kind: 'environment', file: '/project/b.json' });
  });

  it('takes an empty $TOOLYARD_CONFIG for none', async () => {
    expect(await locate([], { env: { TOOLYARD_CONFIG: '' } })).toEqual({ kind: 'default' });
  });

  it('looks in the working directory, then in the folder of the user', async () => {
    expect(await locate(EVERYWHERE)).toEqual({ kind: 'folder', file: '/project/toolyard.json' });
    expect(await locate(EVERYWHERE.slice(1))).toEqual({ kind: 'folder', file: '/project/.mcp.json' });
    const file = '/home/someone/.config/toolyard/toolyard.json';
    expect(await locate([file])).toEqual({ kind: 'user', file });
  });

  it('ends with the built-in configuration', async () => {
    expect(await locate([])).toEqual({ kind: 'default' });
  });
});
