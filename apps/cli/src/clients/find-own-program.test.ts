import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOwnProgram, type OwnProgram } from './find-own-program.ts';

let home = '';
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
});
afterEach(() => rm(home, { recursive: true }));

const at = (name: string): string => join(home, name);

async function install(name: string): Promise<void> {
  await mkdir(dirname(at(name)), { recursive: true });
  await writeFile(at(name), '');
  await chmod(at(name), 0o755);
}

async function link(name: string, target: string): Promise<void> {
  await mkdir(dirname(at(name)), { recursive: true });
  await symlink(at(target), at(name));
}

/** Started in a terminal whose PATH has these folders, and where programs from the desktop look into `desktop`. */
function find(node: string, script: string, path: readonly string[]): OwnProgram {
  const place = {
    terminal: { program: { interpreter: at(node), script: at(script) } },
    surroundings: {
      env: { PATH: path.map((folder) => (folder === '.' ? folder : at(folder))).join(':') },
      platform: 'linux',
    },
  } as const;
  return findOwnProgram(place, [at('desktop')]);
}

describe('how a client starts this Toolyard', () => {
  it('is by its name where programs from the desktop find it and its Node', async () => {
    await install('lib/toolyard.js');
    await install('desktop/node');
    await link('desktop/toolyard', 'lib/toolyard.js');
    expect(find('desktop/node', 'lib/toolyard.js', ['desktop'])).toEqual({ words: ['toolyard'] });
  });

  it('is by full paths where only the terminal finds it, as with nvm', async () => {
    await install('.nvm/v20/bin/node');
    await install('.nvm/v20/lib/toolyard.js');
    await link('.nvm/v20/bin/toolyard', '.nvm/v20/lib/toolyard.js');
    expect(find('.nvm/v20/bin/node', '.nvm/v20/lib/toolyard.js', ['.nvm/v20/bin'])).toEqual({
      words: [at('.nvm/v20/bin/node'), at('.nvm/v20/lib/toolyard.js')],
    });
  });

  it('is by full paths where the desktop has another Node, or none', async () => {
    await install('lib/toolyard.js');
    await install('mine/node');
    await link('desktop/toolyard', 'lib/toolyard.js');
    const words = [at('mine/node'), at('lib/toolyard.js')];
    expect(find('mine/node', 'lib/toolyard.js', ['mine', 'desktop'])).toEqual({ words });
    await install('desktop/node');
    expect(find('mine/node', 'lib/toolyard.js', ['mine', 'desktop'])).toEqual({ words });
  });

  it('names Node by a link that outlives its version, and by none that a single terminal has', async () => {
    await install('Cellar/node/22.1.0/bin/node');
    await link('run/fnm_multishells/12_34/bin/node', 'Cellar/node/22.1.0/bin/node');
    await link('work/node_modules/.bin/node', 'Cellar/node/22.1.0/bin/node');
    const path = ['.', 'run/fnm_multishells/12_34/bin', 'work/node_modules/.bin'];
    const find22 = (folders: readonly string[]): string =>
      find('Cellar/node/22.1.0/bin/node', 'toolyard.js', folders).words[0];
    expect(find22(path)).toBe(at('Cellar/node/22.1.0/bin/node'));
    await link('homebrew/bin/node', 'Cellar/node/22.1.0/bin/node');
    expect(find22([...path, 'homebrew/bin'])).toBe(at('homebrew/bin/node'));
  });

  it('asks npx again where that started it, with all that npx needs', async () => {
    await install('.nvm/v20/bin/node');
    await install('.nvm/v20/lib/npm/bin/npx-cli.js');
    await link('.nvm/v20/bin/npx', '.nvm/v20/lib/npm/bin/npx-cli.js');
    const path = ['.npm/_npx/1a2b/node_modules/.bin', '.', '.local/bin', '.nvm/v20/bin', 'desktop'];
    expect(find('.nvm/v20/bin/node', '.npm/_npx/1a2b/node_modules/toolyard/dist/toolyard.js', path)).toEqual({
      words: [at('.nvm/v20/bin/node'), at('.nvm/v20/lib/npm/bin/npx-cli.js'), '-y', 'toolyard'],
      // Servers are looked for there too, so what the terminal finds stays.
      env: { PATH: [at('.nvm/v20/bin'), at('.local/bin'), at('desktop')].join(':') },
    });
    expect(find('elsewhere/node', '.npm/_npx/1a2b/node_modules/toolyard/dist/toolyard.js', [])).toEqual({
      words: ['npx', '-y', 'toolyard'],
    });
  });

  it.each([
    ['.nvm/v20/lib/toolyard.js', ['toolyard']],
    ['.npm/_npx/1a2b/node_modules/toolyard/dist/toolyard.js', ['npx', '-y', 'toolyard']],
  ])('has no path of one user where the entry is for all: %s', (script, words) => {
    const place = {
      terminal: { program: { interpreter: at('.nvm/v20/bin/node'), script: at(script) } },
      surroundings: { env: { PATH: at('.nvm/v20/bin') }, platform: 'linux' },
      isForAll: true,
    } as const;
    expect(findOwnProgram(place)).toEqual({ words });
  });
});
