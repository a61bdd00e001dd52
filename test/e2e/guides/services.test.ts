import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runToolyard, startToolyard } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture, ROOT } from '../harness/create-yard-folder.ts';

const PAGE = readFileSync(join(ROOT, 'docs/guides/running-as-a-service.md'), 'utf8');
const ANALYZE = '/usr/bin/systemd-analyze';

/** The one fence of a language on the page. */
function readFence(language: string): string {
  const [found, ...others] = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  if (found === undefined || others.length > 0) throw new Error(`The page has not one fence of ${language}.`);
  return found[1] ?? '';
}

describe('the unit for systemd', () => {
  const unit = readFence('ini');
  const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const [program = '', ...words] = valueOf('ExecStart').split(' ');

  it.skipIf(!existsSync(ANALYZE))('is right for systemd', () => {
    const { folder, write } = createYardFolder();
    // Only a program that exists is right.
    const file = write('toolyard.service', unit.replace(program, process.execPath));
    const env = { HOME: folder, XDG_RUNTIME_DIR: folder };
    const { status, stderr } = spawnSync(ANALYZE, ['--user', 'verify', file], { encoding: 'utf8', env });
    // It may also find fault with units of this machine.
    expect({ status, faults: stderr.split('\n').filter((line) => line.includes(file)) }).toEqual({
      status: 0,
      faults: [],
    });
  });

  it('starts Toolyard, has it read its file again, and ends it in order', async () => {
    expect(program).toMatch(/\/toolyard$/);
    expect(valueOf('ExecReload')).toBe('/bin/kill -HUP $MAINPID');
    // A hang-up that comes before Node has started counts as a good end for systemd.
    expect(valueOf('Restart')).toBe('always');
    const place = createYardFolder({ echo: fixture('echo') });
    const running = startToolyard([...words, '--port', '0', '--config', place.file], { cwd: place.folder });
    onTestFinished(() => void running.child.kill('SIGKILL'));
    await running.saw('stdout', 'echo is running');
    place.write('servers.json', { mcpServers: { another: fixture('echo') } });
    running.child.kill('SIGHUP');
    await running.saw('stdout', 'another is running');
    running.child.kill('SIGTERM');
    expect(await running.finished).toMatchObject({ code: 0, stderr: '' });
  });

  it('is not started again where the configuration is wrong', async () => {
    const { folder, write } = createYardFolder();
    const file = write('wrong.json', '{ "mcpServers": 1 }');
    const { code } = await runToolyard([...words, '--port', '0', '--config', file], { cwd: folder });
    expect(String(code)).toBe(valueOf('RestartPreventExitStatus'));
  });
});

describe('the file for launchd', () => {
  const plist = readFence('xml');

  it('is well-formed', () => {
    const open: string[] = [];
    for (const [, slash, name = '', empty] of plist.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
      if (slash === '/') expect(open.pop()).toBe(name);
      else if (empty === '') open.push(name);
    }
    expect(open).toEqual([]);
    expect(plist).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<!DOCTYPE plist .*>\n<plist version="1.0">\n/);
  });

  it('starts the same as the unit for systemd, under the name that the page uses', () => {
    const [, list = ''] = /<key>ProgramArguments<\/key>\s*<array>([\s\S]*?)<\/array>/.exec(plist) ?? [];
    const [node, program, ...words] = [...list.matchAll(/<string>(.*?)<\/string>/g)].map(([, word]) => word);
    expect([node, program, ...words]).toEqual([
      expect.stringMatching(/\/node$/),
      expect.stringMatching(/\/toolyard$/),
      'up',
    ]);
    const [, label] = /<key>Label<\/key>\s*<string>(.*?)<\/string>/.exec(plist) ?? [];
    expect(PAGE).toContain(`~/Library/LaunchAgents/${label}.plist`);
    expect(PAGE).toContain(`launchctl bootout gui/$(id -u)/${label}`);
  });
});
