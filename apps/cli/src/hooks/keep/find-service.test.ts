import { describe, expect, it } from 'vitest';
import { createProcessContext } from '../../process/create-process-context.ts';
import type { CommandContext } from '../../terminal/command-context.ts';
import { findService, type WantedService } from './find-service.ts';

function contextOf(changes: Partial<CommandContext['surroundings']> = {}): CommandContext {
  const { terminal, surroundings } = createProcessContext();
  const program = { interpreter: '/opt/node/bin/node', script: '/opt/toolyard/dist/toolyard.js' };
  const env = {
    PATH: '/opt/tools/bin:relative:/a/node_modules/.bin:/usr/bin',
    XDG_STATE_HOME: '/state',
    XDG_DATA_HOME: '',
  };
  return {
    terminal: { ...terminal, program },
    surroundings: { ...surroundings, env, homeDir: '/home/ada', platform: 'linux', userId: 1000, ...changes },
  };
}

function textOf(wanted: WantedService): string {
  return findService(contextOf(), wanted).text;
}

describe('findService', () => {
  it('starts this Toolyard by full paths, with the folders of the terminal that last', () => {
    const text = textOf({ workspace: '/home/ada/my shop', config: '/c.json' });
    expect(text).toContain(
      '\nExecStart=/opt/node/bin/node /opt/toolyard/dist/toolyard.js hooks watch --workspace "/home/ada/my shop" --config /c.json\n',
    );
    expect(text).toContain('\nEnvironment=PATH=/opt/node/bin:/opt/tools/bin:/usr/bin:/usr/local/bin:/bin\n');
    expect(text).toContain('\nEnvironment=XDG_STATE_HOME=/state\n');
    expect(text).not.toContain('XDG_DATA_HOME');
  });

  it('has the same name for the same workspace, and another for any other', () => {
    const nameOf = (workspace: string): string => findService(contextOf(), { workspace }).name;
    expect(nameOf('/home/ada/My shöp!')).toMatch(/^toolyard-hooks-My-sh-p-[0-9a-f]{8}\.service$/);
    expect(nameOf('/home/ada/shop')).toBe(nameOf('/home/ada/shop'));
    expect(nameOf('/home/ada/shop')).not.toBe(nameOf('/home/bob/shop'));
    expect(nameOf('/字')).toMatch(/^toolyard-hooks-[0-9a-f]{8}\.service$/);
    expect(nameOf(`/${'a'.repeat(300)}`).length).toBeLessThan(80);
  });

  it('takes a name that is given, and none that leads elsewhere', () => {
    expect(findService(contextOf(), { workspace: '/a', name: 'shop' }).name).toBe('toolyard-hooks-shop.service');
    for (const name of ['', '..', '-a', '../x', 'a b', 'a'.repeat(65)]) {
      expect(() => findService(contextOf(), { workspace: '/a', name })).toThrow('--name must be 1 to 64 letters');
    }
  });

  it('knows launchd, and says where there is neither', () => {
    expect(findService(contextOf({ platform: 'darwin' }), { workspace: '/a' }).system).toBe('launchd');
    expect(() => findService(contextOf({ platform: 'win32' }), { workspace: '/a' })).toThrow(
      'Services are for systemd on Linux and launchd on macOS, not for win32. Have your system run "toolyard hooks watch" when you log in.',
    );
  });
});
