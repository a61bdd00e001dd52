import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiscoveryCache, McpServer } from '@toolyard/hooks';
import { findProcesses } from '@toolyard/testing';
import { expect } from 'vitest';
import { createMarker, fixture } from '../harness/create-yard-folder.ts';
import {
  createWorkspace,
  toText,
  type RecordedCall,
  type Workspace,
  type WorkspaceOptions,
} from './create-workspace.ts';
import { homeOf } from './look-at-hooks.ts';

/** A workspace with files of other programs. */
export interface ForeignWorkspace extends Workspace {
  /** An entry of a server that records its calls, and that `processes` finds while it runs; `more` wins. */
  recorder(more?: object): object;
  /** What such a server was asked. */
  recorded(): readonly RecordedCall[];
  /** The processes of such servers. */
  processes(): readonly number[];
  /** Writes a file below the home folder. */
  writeHome(path: string, content: object | string): string;
  /** Writes `.vscode/mcp.json`. */
  writeCode(servers: object, inputs?: readonly object[]): void;
  /** What `hooks servers --json` prints. */
  servers(...words: readonly string[]): Promise<DiscoveryCache>;
  server(id: string, ...words: readonly string[]): Promise<McpServer>;
}

/** A workspace whose configuration has the server `rec` alone. */
export function createForeignWorkspace(options: WorkspaceOptions = {}): ForeignWorkspace {
  const workspace = createWorkspace(options);
  const [home, marker] = [homeOf(workspace), createMarker()];
  const record = join(dirname(workspace.folder), 'outside.jsonl');
  const made: ForeignWorkspace = {
    ...workspace,
    recorder: (more = {}) => ({ ...fixture('records-calls'), env: { RECORD: record, MARKER: marker }, ...more }),
    recorded: () =>
      existsSync(record)
        ? readFileSync(record, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line))
        : [],
    processes: () => findProcesses(marker),
    writeHome(path, content) {
      const file = join(home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    writeCode: (servers, inputs = []) => workspace.write('.vscode/mcp.json', JSON.stringify({ servers, inputs })),
    async servers(...words) {
      const { code, stdout } = await workspace.hooks('servers', '--json', ...words);
      expect(code).toBe(0);
      return JSON.parse(stdout);
    },
    async server(id, ...words) {
      const { servers } = await made.servers(...words);
      return servers.find((server) => server.id === id) ?? expect.fail(`There is no server ${id}.`);
    },
  };
  return made;
}

/** A hook that calls the tool `note` of a server. */
export function outsideHook(id: string, serverId: string, trigger: object = { event: 'manual' }): object {
  const parameters = { serverId, toolName: 'note', parameterMappings: [toText('hello')] };
  return { id, trigger, action: { type: 'mcp', parameters } };
}
