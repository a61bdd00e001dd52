import { describe, expect, it } from 'vitest';
import { createServerEnvironment, readVariable } from './create-server-environment.ts';

describe('createServerEnvironment', () => {
  it('passes on what programs need and no secret', () => {
    const parent = {
      HOME: '/home/me',
      PATH: '/bin',
      LC_ALL: 'C',
      XDG_RUNTIME_DIR: '/run/me',
      https_proxy: 'http://proxy',
      DOCKER_HOST: 'unix:///docker.sock',
      npm_config_registry: 'https://npm.example',
      AWS_SECRET_ACCESS_KEY: 'a',
      GITHUB_TOKEN: 'b',
      DOCKER_AUTH_CONFIG: 'c',
      npm_config__auth: 'd',
      NODE_OPTIONS: '--inspect',
      SSH_AUTH_SOCK: '/agent',
      UNSET: undefined,
    };
    expect(createServerEnvironment(parent, 'linux', {})).toEqual({
      HOME: '/home/me',
      PATH: '/bin',
      LC_ALL: 'C',
      XDG_RUNTIME_DIR: '/run/me',
      https_proxy: 'http://proxy',
      DOCKER_HOST: 'unix:///docker.sock',
      npm_config_registry: 'https://npm.example',
    });
  });

  it('lets the configuration win', () => {
    const configured = { PATH: '/mine', GITHUB_TOKEN: 'given' };
    expect(createServerEnvironment({ PATH: '/bin', HOME: '/h' }, 'darwin', configured)).toEqual({
      PATH: '/mine',
      HOME: '/h',
      GITHUB_TOKEN: 'given',
    });
  });

  it('passes on only absolute entries of PATH, and leaves one that is configured as it is', () => {
    expect(createServerEnvironment({ PATH: '.:/bin::bin' }, 'linux', {})).toEqual({ PATH: '/bin' });
    expect(createServerEnvironment({ Path: '.;C:\\bin' }, 'win32', {})).toEqual({ Path: 'C:\\bin' });
    expect(createServerEnvironment({ PATH: '/bin' }, 'linux', { PATH: './bin:/b' })).toEqual({ PATH: './bin:/b' });
  });

  it('leaves out functions of the shell', () => {
    expect(createServerEnvironment({ TERM: '() { :; }; echo hit' }, 'linux', {})).toEqual({});
  });

  it('takes a configured name like __proto__ as a name', () => {
    const configured: Record<string, string> = JSON.parse('{"__proto__":"x"}');
    expect(Object.entries(createServerEnvironment({}, 'linux', configured))).toEqual([['__proto__', 'x']]);
  });

  it('ignores the case of names on Windows only', () => {
    const parent = {
      Path: 'C:\\bin',
      SystemRoot: 'C:\\Windows',
      Http_Proxy: 'p',
      Secret: 's',
      'ProgramFiles(x86)': 'C:\\P',
    };
    expect(createServerEnvironment(parent, 'win32', { PATH: 'D:\\mine' })).toEqual({
      PATH: 'D:\\mine',
      SystemRoot: 'C:\\Windows',
      Http_Proxy: 'p',
      'ProgramFiles(x86)': 'C:\\P',
    });
    expect(createServerEnvironment({ Path: '/x' }, 'linux', {})).toEqual({});
  });
});

describe('readVariable', () => {
  it('ignores the case of names on Windows only', () => {
    expect(readVariable({ ComSpec: 'cmd' }, 'win32', 'COMSPEC')).toBe('cmd');
    expect(readVariable({ ComSpec: 'cmd' }, 'linux', 'COMSPEC')).toBeUndefined();
  });
});
