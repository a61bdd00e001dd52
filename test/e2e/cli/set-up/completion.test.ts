import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeExternal } from '@toolyard/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolder, fixture, ROOT, runToolyard } from '../run-toolyard.ts';

const run = promisify(execFile);

let place: Awaited<ReturnType<typeof createFolder>>;
let env: Record<string, string> = {};
beforeEach(async () => {
  place = await createFolder();
  const bin = join(place.folder, 'bin');
  await mkdir(bin);
  await symlink(join(ROOT, 'apps/cli/dist/toolyard.js'), join(bin, 'toolyard'));
  env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: place.folder, TOOLYARD_CONFIG: place.file };
  await writeFile(place.file, JSON.stringify({ mcpServers: { echo: fixture('echo'), 'two words': fixture('echo') } }));
});
afterEach(() => place.remove());

/** What bash would offer for a line whose end is the cursor. */
async function completeInBash(line: string): Promise<string[]> {
  const script = `
    source <(toolyard completion bash)
    COMP_LINE=$1 COMP_POINT=\${#1}
    _toolyard
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', script, 'bash', line], { env, cwd: place.folder });
  return stdout.split('\n').filter((word) => word !== '');
}

describe('bash', () => {
  it('completes commands, options and clients', async () => {
    expect(await completeInBash('toolyard dis')).toEqual(['disable', 'disconnect']);
    expect(await completeInBash('toolyard tasks ser')).toEqual(['serve']);
    expect(await completeInBash('toolyard tools --se')).toEqual(['--server', '--search']);
    expect(await completeInBash('toolyard connect c')).toEqual(['claude-desktop', 'claude-code', 'cursor']);
    expect(await completeInBash('toolyard __')).toEqual([]);
  });

  it('completes values of events, across the equals sign', async () => {
    expect(await completeInBash('toolyard hooks fire agent --data operation=tas')).toEqual(['tasks', 'taskstoissues']);
    expect(await completeInBash('toolyard hooks fire agent --data operation=plan ti')).toEqual([
      'timing=before',
      'timing=after',
    ]);
    expect(await completeInBash('toolyard hooks fire task.ended --data ex')).toEqual(['exitCode=']);
  });

  it('completes keys, quoted where they need it', async () => {
    expect(await completeInBash('toolyard test ')).toEqual(['echo', 'two\\ words']);
    expect(await completeInBash('toolyard test two\\ w')).toEqual(['two\\ words']);
  });

  it('completes tool ids that are remembered, across the colon', async () => {
    expect(await completeInBash('toolyard call echo:')).toEqual([]);
    const { stdout } = await runToolyard(['tools', '--json', '--server', 'echo'], { cwd: place.folder, env });
    const names = JSON.parse(stdout).map(({ id }: { id: string }) => id.slice('echo:'.length));
    expect(names.length).toBeGreaterThan(0);
    expect(await completeInBash('toolyard call echo:')).toEqual(names);
    expect(await completeInBash('toolyard call ec')).toEqual(names.map((name: string) => `echo:${name}`));
  });
});

await describeExternal('zsh', (zsh) => {
  it('understands the script', async () => {
    const script = 'autoload -U compinit && compinit -u && source <(toolyard completion zsh) && echo $_comps[toolyard]';
    expect((await run(zsh, ['-f', '-c', script], { env })).stdout).toBe('_toolyard\n');
  });
});

await describeExternal('fish', (fish) => {
  it('completes', async () => {
    const script = 'toolyard completion fish | source; complete -C "toolyard dis"';
    const { stdout } = await run(fish, ['--no-config', '-c', script], { env, cwd: place.folder });
    expect(stdout).toMatch(/^disable\t/m);
  });
});

/** Says on stderr how much processor time a program took, in microseconds. */
const TELLS_CPU = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write(String(user+system))})`;

it('takes little more than Node does', async () => {
  const cpuMs = async (words: readonly string[]): Promise<number> => {
    const { stderr } = await run(process.execPath, ['--import', TELLS_CPU, ...words], { env, cwd: place.folder });
    return Number(stderr) / 1000;
  };
  const least = async (words: readonly string[]): Promise<number> =>
    Math.min(await cpuMs(words), await cpuMs(words), await cpuMs(words));
  const bare = await least(['-e', '0']);
  const whole = await least([join(ROOT, 'apps/cli/dist/toolyard.js'), '__complete', '--', 'test', '']);
  // 150 ms where Node itself takes 40.
  expect(whole).toBeGreaterThan(bare);
  expect(whole).toBeLessThan(4 * bare + 50);
});
