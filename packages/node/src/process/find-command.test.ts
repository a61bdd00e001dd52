import { describe, expect, it } from 'vitest';
import { appendPath, dropRelative, findCommand, findPassedOver } from './find-command.ts';

type Changes = Partial<Parameters<typeof findCommand>[1]>;

const placesOf = (files: string[], changes: Changes): Parameters<typeof findCommand>[1] => ({
  path: '/usr/bin:/bin',
  cwd: '/project',
  platform: 'linux',
  isExecutable: (file) => Promise.resolve(files.includes(file)),
  ...changes,
});

const find = (command: string, files: string[], changes: Changes = {}): Promise<string | undefined> =>
  findCommand(command, placesOf(files, changes));

describe('findCommand', () => {
  it('takes the first folder of PATH that has it', async () => {
    expect(await find('node', ['/bin/node', '/usr/bin/node'])).toBe('/usr/bin/node');
    expect(await find('node', ['/project/node'])).toBeUndefined();
  });

  it.each([
    ['.:/bin', '/project/node'],
    [':/bin', '/project/node'],
    ['/bin:', '/project/node'],
    ['/nowhere::/bin', '/project/node'],
    ['tools:/bin', '/project/tools/node'],
    ['../project/tools:/bin', '/project/tools/node'],
  ])('takes nothing from the working directory through the PATH %j', async (path, planted) => {
    expect(await find('node', [planted, '/bin/node'], { path })).toBe('/bin/node');
    expect(await find('node', [planted], { path })).toBeUndefined();
    expect(await findPassedOver('node', placesOf([planted], { path }))).toBe(planted);
  });

  it('passes nothing over where PATH is empty, or where the command says where it is', async () => {
    expect(await findPassedOver('node', placesOf(['/project/node'], { path: '' }))).toBeUndefined();
    expect(await findPassedOver('./node', placesOf(['/project/node'], { path: '.' }))).toBeUndefined();
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
    expect(await find('npx', ['E:\\project\\npx.CMD'], { ...windows, path: '.;C:\\node' })).toBeUndefined();
    expect(await find('.\\npx', ['E:\\project\\npx.CMD'], windows)).toBe('E:\\project\\npx.CMD');
  });
});

describe('dropRelative', () => {
  it('keeps the absolute entries in their order', () => {
    expect(dropRelative('.:/b::bin:/a:', 'linux')).toBe('/b:/a');
    expect(dropRelative('.;C:\\b;bin', 'win32')).toBe('C:\\b');
    expect(dropRelative(':', 'linux')).toBe('');
  });
});

describe('appendPath', () => {
  it('adds at the end what is not there', () => {
    expect(appendPath('/a:/b', '/b:/c::/c', 'linux')).toBe('/a:/b:/c');
    expect(appendPath('', '/c', 'linux')).toBe('/c');
    expect(appendPath('C:\\a', 'D:\\b', 'win32')).toBe('C:\\a;D:\\b');
  });
});
