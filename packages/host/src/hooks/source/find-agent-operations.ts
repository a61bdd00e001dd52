import { join } from 'node:path';
import {
  findAgentEvents,
  isBroughtByGit,
  isWrittenArtefact,
  listArtefactChanges,
  listFirstArtefacts,
  toFirstAgentMarks,
  type ArtefactChange,
  type FileChange,
  type FoundAgentEvents,
  type Marks,
} from '@toolyard/hooks';
import { createGitReader, locateRepository, readPlainFile } from '@toolyard/node';

/** No template is that long, and whatever is was written. */
const LONG_BYTES = 1024 * 1024;

type KnownFiles = Parameters<typeof toFirstAgentMarks>[0];

/** The operations of agents that changed files of a workspace tell. */
export async function findAgentOperations(
  workspace: string,
  changes: readonly FileChange[],
  marks: ReadonlyMap<string, unknown>,
): Promise<FoundAgentEvents> {
  const candidates = listArtefactChanges(changes, marks);
  const written = await listWritten(workspace, candidates);
  const log = written.size === 0 ? [] : await readHeadLog(workspace);
  return findAgentEvents(candidates, { written, isBrought: (changedMs) => isBroughtByGit(log, changedMs) });
}

/** The marks of the artefacts that a workspace has when operations are first looked for. */
export async function markAgentOperations(workspace: string, known: KnownFiles): Promise<Marks> {
  return toFirstAgentMarks(known, await listWritten(workspace, listFirstArtefacts(known)));
}

/** One file after the other, since a checkout may bring many. */
async function listWritten(workspace: string, candidates: readonly ArtefactChange[]): Promise<ReadonlySet<string>> {
  const written = new Set<string>();
  for (const { change, artefact } of candidates) {
    const { path, stamp } = change;
    const { sign } = artefact;
    if (stamp.size === 0) continue;
    const isPlain = sign === 'content' || stamp.size > LONG_BYTES;
    if (isPlain || isWrittenArtefact(sign, await readArtefact(workspace, path))) written.add(path);
  }
  return written;
}

/** What is gone again, or cannot be read, is told as soon as it can be. */
async function readArtefact(workspace: string, path: string): Promise<string> {
  const bytes = await readPlainFile(join(workspace, path)).catch(() => undefined);
  return bytes?.toString('utf8') ?? '';
}

async function readHeadLog(workspace: string): Promise<readonly string[]> {
  const repository = await locateRepository(workspace);
  const state = repository && (await createGitReader(repository).read());
  return state?.log ?? [];
}
