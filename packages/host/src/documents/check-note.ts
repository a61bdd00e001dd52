import { resolve } from 'node:path';
import { toToolId, type Yard } from '@toolyard/core';
import {
  parseNote,
  resolveBindings,
  type NoteRun,
  explainRefusedArguments,
  type BlockRun,
  type BoundBlock,
} from '@toolyard/documents';
import { createNoteFile } from '@toolyard/node';
import { formatArgumentProblem, validateArguments } from '@toolyard/runtime';
import type { Host } from '../ports/host.ts';
import { describeFailure } from '../yard/describe-failure.ts';
import { knownServersOf, toNotePath, type NoteYard } from './note-path.ts';
import type { NoteOptions } from './run-note-file.ts';

/** What would become of a note on the servers that run now: its blocks are `pending`, or say why they cannot run; no tool is called. */
export async function checkNote(
  { surroundings: { cwd } }: Pick<Host, 'surroundings'>,
  { yard, configuration, place }: NoteYard,
  { file: name, store, select }: Pick<NoteOptions, 'file' | 'store' | 'select'>,
): Promise<NoteRun> {
  const file = resolve(cwd, name);
  const text = await (store ?? createNoteFile(file)).read();
  const servers = knownServersOf(yard);
  const note = resolveBindings(parseNote(text, { servers: servers.map(({ key }) => key) }), {
    bindings: configuration.settings.bindings ?? [],
    path: toNotePath(file, { place, cwd }),
    servers,
  });
  const selected = note.blocks.filter((block) => select?.(block, note) ?? true);
  return { blocks: await checkBlocks(selected, yard), note };
}

/** What would become of each block: `pending` where it can run, else `error` with why; nothing is called. */
async function checkBlocks(blocks: readonly BoundBlock[], yard: Yard): Promise<readonly BlockRun[]> {
  return Promise.all(
    blocks.map(async (bound) => {
      const { block, server } = bound;
      const error = await findObstacle(bound, yard);
      const key = server ?? block.server;
      const about = {
        id: block.id,
        line: block.range.line,
        tool: key === undefined ? block.tool : toToolId(key, block.tool),
        ms: 0,
      };
      return error === undefined ? { ...about, status: 'pending' } : { ...about, status: 'error', error };
    }),
  );
}

async function findObstacle({ block, issues, server }: BoundBlock, yard: Yard): Promise<string | undefined> {
  const errors = issues.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (errors.length > 0 || server === undefined) return errors.join('\n') || 'There is no server for it';
  const id = toToolId(server, block.tool);
  const tool = yard.catalogue.find('tools', id);
  if (tool === undefined) {
    const status = yard.server(server);
    const isUp = status === undefined || status.state === 'running' || status.state === 'idle';
    return isUp ? `Tool not found: ${id}` : (describeFailure(status) ?? `Server "${server}" is ${status.state}`);
  }
  const checked = await validateArguments(tool.definition['inputSchema'], block.arguments);
  if (checked.problems.length === 0) return undefined;
  const problems = checked.problems.map(formatArgumentProblem).join('; ');
  return explainRefusedArguments(block, `Invalid parameters for ${id}: ${problems}`);
}
