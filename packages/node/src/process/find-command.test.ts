import { describe, expect, it } from 'vitest';
import { appendPath, findCommand } from './find-command.ts';

function find(
  command: string,
  files: string[],
  changes: Partial<Parameters<typeof findCommand>[1]> = {},
): Promise<string | undefined> {
  return findCommand(command, {
    path: '/usr/bin:/bin',
    cwd: '/project',
    platform: 'linux',
    isExecutable: (file) => Promise.resolve(files.includes(file)),
    ...changes,
  });
}

describe('findCommand', () => {
  it('takes the first folder of PATH that has it', async () => {
    expect(await find('node', ['/bin/node', '/usr/bin/node'])).toBe('/usr/bin/node');
    expect(await find('node', ['/project/node'])).toBeUndefined();
  });

  it('reads empty and relative entries of PATH from the working directory', async () => {
    expect(await find('node', ['/project/node'], { path: '/bin:' })).toBe('/project/node');
    expect(await find('node', ['/project/tools/node'], { path: 'tools' })).toBe('/project/tools/node');
    expect(await find('node', ['/project/node'], { path: '' })).toBeUndefined();
  });

  it('does not look at PATH for a command that says where it is', async () => {
    expect(await find('./server', ['/project/server', '/bin/server'])).toBe('/project/server');
    expect(await find('/opt/server', ['/opt/server'])).toBe('/opt/server');
    expect(await find('bin/server', ['/usr/bin/bin/server'])).toBeUndefined();
  });

  const windows = { path: 'C:\\node;D:\\bin', cwd: 'E:\\project', platform: 'win32' } as const;

  it('tries the endings of programs on Windows', async () => {
    expect(await find('npx', ['C:\\node\\npx', 'C:\\node\\npx.CMD'], windows)).toBe('C:\\node\\npx.CMD');
    expect(await find('npx', ['D:\\bin\\npx.PS1'], { ...windows, pathExt: '.EXE;.PS1' })).toBe('D:\\bin\\npx.PS1');
    expect(await find('node.exe', ['D:\\bin\\node.exe'], windows)).toBe('D:\\bin\\node.exe');
  });

  it('does not find a program that merely lies in the working directory on Windows', async () => {
    expect(await find('npx', ['E:\\project\\npx.CMD'], windows)).toBeUndefined();
    expect(await find('.\\npx', ['E:\\project\\npx.CMD'], windows)).toBe('E:\\project\\npx.CMD');
  });
});

describe('appendPath', () => {
  it('adds at the end what is not there', () => {
    expect(appendPath('/a:/b', '/b:/c::/c', 'linux')).toBe('/a:/b:/c');
    expect(appendPath('', '/c', 'linux')).toBe('/c');
    expect(appendPath('C:\\a', 'D:\\b', 'win32')).toBe('C:\\a;D:\\b');
  });
});
