import { describe, expect, it } from 'vitest';
import { explainStartFailure, type StartFailure } from './explain-start-failure.ts';

function explain(changes: Partial<StartFailure>): string {
  return explainStartFailure({ command: 'server', platform: 'linux', found: 'missing', ...changes });
}

describe('explainStartFailure', () => {
  it.each([
    ['npx', 'Install Node'],
    ['node', 'Install Node'],
    ['npx.cmd', 'Install Node'],
    ['uvx', 'Install uv'],
    ['python3', 'Install Python'],
    ['docker', 'Install Docker'],
    ['bunx', 'Install Bun'],
    ['deno', 'Install Deno'],
    ['my-server', 'Install it'],
    ['constructor', 'Install it'],
  ])('says how to get %s', (command, install) => {
    expect(explain({ command })).toBe(`"${command}" was not found. ${install} or set "command" to its full path.`);
  });

  it('names PATH where people may not know it', () => {
    expect(explain({ command: 'npx', path: '/usr/bin:/bin' })).toBe(
      '"npx" was not found in PATH (/usr/bin:/bin). Install Node or set "command" to its full path.',
    );
  });

  it('sees arguments that were written into the command', () => {
    expect(explain({ command: 'npx -y server', firstWord: 'npx' })).toBe(
      '"npx -y server" was not found. Leave only the program, "npx", in "command" and put the rest into "args".',
    );
  });

  it('says why a program that lies in the working directory is not taken', () => {
    expect(explain({ command: 'node', passedOver: '/project/node' })).toBe(
      '"node" was not found. /project/node is not used, because only an empty or relative entry of PATH leads there: ' +
        'add the full path of its folder to PATH, or set "command" to its full path.',
    );
  });

  it('quotes a path for the shell where that is needed', () => {
    expect(explain({ command: "./my server's", found: 'not-executable' })).toBe(
      `"./my server's" is not executable. Run chmod +x './my server'\\''s'`,
    );
  });

  it.each([
    ['EAGAIN', 'the system allows no more processes. Stop some servers or raise the limit (ulimit -u).'],
    ['EMFILE', 'Toolyard has too many files open. Stop some servers or raise the limit (ulimit -n).'],
    ['EACCES', '"server" cannot be executed. Check the permissions of it and its folders.'],
    ['EIO', '"server" could not be started: EIO.'],
  ])('explains %s', (code, message) => {
    expect(explain({ found: 'program', error: { code, message: code } })).toBe(message);
  });
});
