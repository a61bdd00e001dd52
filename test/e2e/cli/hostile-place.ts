import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createFolder, runToolyard, type Finished } from './run-toolyard.ts';

/** A working directory in whose `.mcp.json` lies a server that leaves a file behind where it is started. */
export interface HostilePlace {
  readonly folder: string;
  /** A configuration that has to be named. */
  readonly file: string;
  wasStarted(): boolean;
  run(...words: readonly string[]): Promise<Finished>;
}

/** A new one for each test of the file that asks for it. */
export function createHostilePlace(): HostilePlace {
  let place: Awaited<ReturnType<typeof createFolder>>;
  const proof = (): string => join(place.folder, 'it-was-started');
  beforeEach(async () => {
    place = await createFolder();
    const hostile = {
      command: process.execPath,
      args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(proof())}, '')`, '--', '--token', 'abcdef'],
    };
    await writeFile(join(place.folder, '.mcp.json'), JSON.stringify({ mcpServers: { hostile } }));
  });
  afterEach(() => place.remove());
  return {
    get folder() {
      return place.folder;
    },
    get file() {
      return place.file;
    },
    wasStarted: () => existsSync(proof()),
    run: (...words) => runToolyard(words, { cwd: place.folder }),
  };
}

/** A command starts nothing that was not approved, and says so. */
export async function expectNothingStarted(place: HostilePlace, words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await place.run(...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    `${join(place.folder, '.mcp.json')} was found in the working directory and is not approved, so none of its ` +
      'servers were started. Run "toolyard approve" there to see what it would start and to approve it, or name it with ' +
      '--config.\n',
  );
  expect(place.wasStarted()).toBe(false);
}

/** A command shows with --yes what it starts, once, and approves it. */
export async function expectApprovedByYes(place: HostilePlace, words: readonly string[]): Promise<void> {
  const { stderr } = await place.run(...words, '--yes');
  expect(stderr).toContain(
    `${join(place.folder, '.mcp.json')} would start:\n  hostile\n    command  ${process.execPath}\n`,
  );
  expect(stderr).toContain('Approved with --yes. You will be asked again when the file changes.\n');
  expect(place.wasStarted()).toBe(true);
  expect((await place.run(...words, '--yes')).stderr).not.toContain('would start');
}
