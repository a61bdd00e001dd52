import { describe, expect, it } from 'vitest';
import { toFolderSettings, type ReadSetting } from './to-folder-settings.ts';

const PLACE = { folder: '/shop', homeDir: '/home/me' };
const NAMED_BY = 'the setting "toolyard.configuration"';

/** The settings for these values, of which none came with the folder. */
function own(values: Readonly<Record<string, unknown>>): ReturnType<typeof toFolderSettings> {
  return toFolderSettings((name) => ({ value: values[name], own: values[name], ofWorkspace: [undefined] }), PLACE);
}

/** The configuration for this setting. */
function configured(setting: ReadSetting): unknown {
  const nothing: ReadSetting = { value: undefined, own: undefined, ofWorkspace: [] };
  return toFolderSettings((name) => (name === 'configuration' ? setting : nothing), PLACE).configuration;
}

describe('the file that a setting names', () => {
  it('is approved where the person named it, and needs approval where the folder did', () => {
    const file = '/shop/servers.json';
    const value = 'servers.json';
    expect(configured({ value, own: value, ofWorkspace: [] })).toEqual({ config: file, namedBy: NAMED_BY });
    expect(configured({ value, own: '', ofWorkspace: [value] })).toEqual({ found: file, namedBy: NAMED_BY });
    expect(configured({ value, own: '', ofWorkspace: [value, 'b.json'] })).toEqual({ found: file, namedBy: NAMED_BY });
  });

  it('needs approval wherever it is not known to be the person’s', () => {
    expect(configured({ value: 'a.json', own: 'a.json', ofWorkspace: ['a.json'] })).toMatchObject({
      found: '/shop/a.json',
    });
    expect(configured({ value: 'a.json', own: 'b.json', ofWorkspace: [] })).toMatchObject({ found: '/shop/a.json' });
    expect(configured({ value: 'a.json', own: undefined, ofWorkspace: ['c.json'] })).toMatchObject({
      found: '/shop/a.json',
    });
  });

  it.each([
    ['servers.json', '/shop/servers.json'],
    [' ../servers.json ', '/servers.json'],
    ['${workspaceFolder}/.vscode/servers.json', '/shop/.vscode/servers.json'],
    ['~/servers.json', '/home/me/servers.json'],
    ['${userHome}/servers.json', '/home/me/servers.json'],
    ['/etc/servers.json', '/etc/servers.json'],
    ['a~b.json', '/shop/a~b.json'],
  ])('%s is %s', (configuration, file) => {
    expect(own({ configuration }).configuration).toMatchObject({ config: file });
  });

  it('keeps a folder whose name looks like a pattern', () => {
    const setting: ReadSetting = { value: '${workspaceFolder}/a.json', own: '', ofWorkspace: [] };
    const settings = toFolderSettings(() => setting, { folder: "/a$&b$'", homeDir: '/home/me' });
    expect(settings.configuration).toMatchObject({ found: "/a$&b$'/a.json" });
  });
});

it('takes a value of a wrong type for none', () => {
  for (const wrong of [5, null, {}, ['a.json'], true, '  '])
    expect(own({ configuration: wrong })).not.toHaveProperty('configuration');
  expect(own({ 'hooks.enabled': 'no', 'discovery.sources': 'vscode' })).toEqual({ hooksEnabled: true, sources: [] });
  expect(own({ 'hooks.enabled': false, 'discovery.sources': ['vscode', 5, null] })).toEqual({
    hooksEnabled: false,
    sources: ['vscode'],
  });
});
