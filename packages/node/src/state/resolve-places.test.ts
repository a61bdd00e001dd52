import { describe, expect, it } from 'vitest';
import { resolvePlaces } from './resolve-places.ts';

describe('resolvePlaces', () => {
  it('uses the usual folders of Linux where nothing is set', () => {
    expect(resolvePlaces({ env: {}, homeDir: '/home/someone', platform: 'linux' })).toEqual({
      userConfigDir: '/home/someone/.config',
      stateDir: '/home/someone/.local/state/toolyard',
      dataDir: '/home/someone/.local/share/toolyard',
    });
  });

  it('honours XDG variables that are absolute, and only those', () => {
    const env = { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_DATA_HOME: 'relative' };
    expect(resolvePlaces({ env, homeDir: '/home/someone', platform: 'linux' })).toEqual({
      userConfigDir: '/c',
      stateDir: '/s/toolyard',
      dataDir: '/home/someone/.local/share/toolyard',
    });
  });

  it("prefers Toolyard's own variables, as they are", () => {
    const env = {
      TOOLYARD_STATE_DIR: '/own/s',
      TOOLYARD_DATA_DIR: '/own/d',
      XDG_STATE_HOME: '/s',
      XDG_DATA_HOME: '/d',
    };
    expect(resolvePlaces({ env, homeDir: '/home/someone', platform: 'linux' })).toMatchObject({
      stateDir: '/own/s',
      dataDir: '/own/d',
    });
  });

  it.each(['TOOLYARD_STATE_DIR', 'TOOLYARD_DATA_DIR'])('refuses a relative %s', (name) => {
    for (const value of ['rel', '.', './a', '../a']) {
      expect(() => resolvePlaces({ env: { [name]: value }, homeDir: '/home/someone', platform: 'linux' })).toThrow(
        expect.objectContaining({
          code: 'state-refused',
          message: `${name} is "${value}", which is not an absolute path. Set it to one, or unset it.`,
        }),
      );
    }
  });

  it('takes an empty variable for one that is not set', () => {
    const env = { TOOLYARD_STATE_DIR: '', XDG_STATE_HOME: '' };
    const { stateDir } = resolvePlaces({ env, homeDir: '/home/someone', platform: 'linux' });
    expect(stateDir).toBe('/home/someone/.local/state/toolyard');
  });

  it('uses Application Support on macOS', () => {
    expect(resolvePlaces({ env: {}, homeDir: '/Users/someone', platform: 'darwin' })).toEqual({
      userConfigDir: '/Users/someone/Library/Application Support',
      stateDir: '/Users/someone/Library/Application Support/toolyard/state',
      dataDir: '/Users/someone/Library/Application Support/toolyard/data',
    });
  });

  it('uses AppData on Windows', () => {
    const homeDir = 'C:\\Users\\someone';
    expect(resolvePlaces({ env: { APPDATA: 'D:\\Roaming' }, homeDir, platform: 'win32' })).toEqual({
      userConfigDir: 'D:\\Roaming',
      stateDir: 'C:\\Users\\someone\\AppData\\Local\\toolyard\\state',
      dataDir: 'C:\\Users\\someone\\AppData\\Local\\toolyard\\data',
    });
  });
});
