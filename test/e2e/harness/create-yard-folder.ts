import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixturePath } from '@toolyard/testing';
import { onTestFinished } from 'vitest';

/** The root of the repository. */
export const ROOT: string = fileURLToPath(new URL('../../..', import.meta.url));

/** An entry of a configuration file. */
export type Entry = Readonly<Record<string, unknown>>;

/** A folder of its own for a test. */
export interface YardFolder {
  readonly folder: string;
  /** The configuration in it. */
  readonly file: string;
  /** Writes another file there; gives its path. */
  write(name: string, content: string | object, mode?: number): string;
}

/** A folder with a configuration of these servers, gone after the test. */
export function createYardFolder(servers: Readonly<Record<string, Entry>> = {}, toolyard: object = {}): YardFolder {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-e2e-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: string | object, mode = 0o644): string => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode });
    return path;
  };
  return { folder, file: write('servers.json', { mcpServers: servers, toolyard }), write };
}

/** The entry of a fixture server, found again by `marker` where one is given. */
export function fixture(name: string, args: readonly string[] = [], marker?: string): Entry {
  const env = marker === undefined ? {} : { env: { MARKER: marker } };
  return { command: process.execPath, args: [fixturePath(`${name}.mjs`), ...args], ...env };
}

/** A word that no other process has in its command line or environment. */
export function createMarker(): string {
  return `marker-${process.pid}-${Math.random().toString(36).slice(2)}`;
}

/** What a process of a test sees of the environment: enough to run Node, and nothing of the tester's own. */
export function createEnvironment(home: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  return { PATH: path, HOME: home, ...more };
}
