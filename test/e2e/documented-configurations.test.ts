import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fixturePath, GOOD_CONFIGURATIONS, type GoodConfiguration } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createEnvironment, createYardFolder, type YardFolder } from './harness/create-yard-folder.ts';
import { openGateway } from './harness/start-gateway.ts';

const DOCUMENTED = GOOD_CONFIGURATIONS.filter(({ name }) => /^(Claude|Cursor|VS Code)/.test(name));

/** Puts programs of these names first on PATH; each is a server that tells how it was started. */
function pretendPrograms(place: YardFolder, names: readonly string[]): Record<string, string> {
  for (const name of names) {
    place.write(
      name,
      `#!/bin/sh\nPROGRAM=${name} exec "${process.execPath}" "${fixturePath('echo.mjs')}" "$@"\n`,
      0o755,
    );
  }
  return { PATH: `${place.folder}${delimiter}${createEnvironment(place.folder)['PATH'] ?? ''}` };
}

function commandServers({ servers }: GoodConfiguration): Readonly<Record<string, unknown>>[] {
  return servers.filter((server) => server['kind'] !== 'url');
}

describe('a file from the documentation of another client', () => {
  it('is there for Claude Desktop, Claude Code, Cursor and VS Code with inputs', () => {
    const names = DOCUMENTED.map(({ name }) => name).join('\n');
    for (const client of ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code', 'inputs']) {
      expect(names).toContain(client);
    }
  });

  it.each(DOCUMENTED)('works unchanged: $name', async (documented) => {
    const place = createYardFolder();
    const programs = pretendPrograms(place, ['npx', 'uvx', 'docker', 'python', 'python3', 'uv']);
    const file = place.write('documented.json', documented.text);
    const env = { ...programs, ...documented.env, SECRET_OF_THE_PARENT: 'hidden' };
    const gateway = await openGateway({ ...place, file }, { env });
    const tools = await gateway.toolNames();
    expect(tools).toHaveLength(3 * commandServers(documented).length);

    for (const expected of commandServers(documented)) {
      const [[key, entry] = ['', {}]] = Object.entries(readServers(file));
      const started = JSON.parse(await gateway.text(`${key}:process`));
      const args = entry.args?.map((arg) => arg.replace('${workspaceFolder}', place.folder));
      expect(started.argv).toEqual(expected['args'] ?? args);
      expect(started.env).toMatchObject({ ...Object(expected['env'] ?? {}), PROGRAM: entry.command });
      expect(started.env).not.toHaveProperty('SECRET_OF_THE_PARENT');
    }
    expect(gateway.noise).toEqual([]);
  });
});

function readServers(file: string): Record<string, { command?: string; args?: string[] }> {
  const { mcpServers, servers } = JSON.parse(readFileSync(file, 'utf8'));
  return mcpServers ?? servers;
}
