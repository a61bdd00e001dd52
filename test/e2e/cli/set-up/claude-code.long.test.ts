import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeExternal, findProcesses, waitUntil } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createEnvironment, createYardFolder, fixture } from '../../harness/create-yard-folder.ts';
import { runToolyard } from '../run-toolyard.ts';
import { startFakeModel } from './start-fake-model.ts';

const ECHO = 'mcp__toolyard__echo__echo';

interface Place {
  /** The file of the client that `connect` edits. */
  readonly clientFile: string;
  toolyard(...words: readonly string[]): Promise<unknown>;
  /** Runs Claude Code to its end; gives what it printed. */
  claude(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
}

/** A home of its own in which Claude Code and Toolyard know of nothing else. */
function createPlace(modules: string): Place {
  const place = createYardFolder({ echo: fixture('echo') }, { sharedIdleMs: 1000, listWaitMs: 50_000 });
  const { folder, file } = place;
  const config = join(folder, 'claude');
  mkdirSync(config);
  const settled = {
    ...createEnvironment(folder),
    CLAUDE_CONFIG_DIR: config,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // It waits for its servers, however slow the machine is, and tells the model of their tools at once.
    MCP_CONNECTION_NONBLOCKING: '0',
    MCP_CONNECT_TIMEOUT_MS: '60000',
    MCP_TIMEOUT: '60000',
    ENABLE_TOOL_SEARCH: 'false',
  };
  // The yard in the background writes its last words into the folder.
  onTestFinished(() => waitUntil(() => findProcesses(file).length === 0, 20_000));
  const script = join(modules, '@anthropic-ai/claude-code/cli-wrapper.cjs');
  return {
    clientFile: join(config, '.claude.json'),
    toolyard: (...words) => runToolyard([...words, '--yes', '--config', file], { cwd: folder, env: settled }),
    async claude(words, env = {}) {
      const running = promisify(execFile)(process.execPath, [script, ...words], {
        cwd: folder,
        env: { ...settled, ...env },
      });
      running.child.stdin?.end();
      return (await running).stdout;
    },
  };
}

async function readSettings(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
}

await describeExternal('Claude Code', (modules) => {
  it('finds Toolyard by what connect wrote, offers its tools to the model, and calls them', async () => {
    const { clientFile, toolyard, claude } = createPlace(modules);
    expect(await toolyard('connect', 'claude-code')).toMatchObject({ code: 0 });
    expect(await claude(['mcp', 'list'])).toMatch(/^toolyard: .* serve --shared --config .* - .*Connected$/m);

    const model = await startFakeModel(ECHO, { text: 'hello' });
    const words = ['-p', 'Say hello.', '--output-format', 'json', '--allowedTools', ECHO];
    const said = await claude(words, { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'none' });
    expect(JSON.parse(said)).toMatchObject({ is_error: false, result: 'Done.' });
    const [first, second] = model.requests();
    expect(first?.tools.map(({ name }) => name)).toContain(ECHO);
    expect(JSON.stringify(second?.messages)).toContain('"tool_result","content":[{"type":"text","text":"hello"}]');

    // Claude Code has written to its file meanwhile, and keeps what it wrote.
    const { mcpServers: _ours, ...others } = await readSettings(clientFile);
    expect(others).not.toEqual({});
    expect(await toolyard('disconnect', 'claude-code')).toMatchObject({ code: 0 });
    expect(await readSettings(clientFile)).toEqual(others);
    expect(await claude(['mcp', 'list'])).toContain('No MCP servers configured');
  });
});
