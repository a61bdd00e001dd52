import { matchPath } from '@toolyard/core';
import { AGENT_OPERATIONS, type ArtefactRule, type ArtefactSign } from '../hook/agent-operations.ts';

/** A file that an operation of an agent leaves behind. */
export interface Artefact {
  readonly agent: string;
  readonly operation: string;
  /** Absent where the operation is about the whole workspace. */
  readonly feature?: string;
  readonly sign: ArtefactSign;
  /** The same for all files of one and the same operation: it happens once for each. */
  readonly key: string;
}

/** The folder of an archived change has the day in front of the change's name. */
const DAY = /^\d{4}-\d{2}-\d{2}-(?=.)/;

/** The folders at the top of a workspace that hold artefacts: nearly all other files are told apart by them. */
const FOLDERS: ReadonlySet<string | undefined> = new Set(
  AGENT_OPERATIONS.flatMap(({ artefacts }) => artefacts?.paths ?? []).map((glob) => glob.split('/', 1)[0]),
);

/** The operation that a file of the workspace tells, by its path alone; `undefined` where it tells none. */
export function findArtefact(path: string): Artefact | undefined {
  if (!FOLDERS.has(path.split('/', 1)[0])) return undefined;
  for (const { agent, operation, artefacts } of AGENT_OPERATIONS) {
    const folder = artefacts && findFolder(artefacts, path);
    if (artefacts === undefined || folder === undefined) continue;
    const subjects = { feature: folder, file: path, workspace: '' };
    return {
      agent,
      operation,
      ...(artefacts.per === 'workspace' ? {} : { feature: folder.replace(DAY, '') }),
      sign: artefacts.sign,
      key: `${agent}/${operation}:${subjects[artefacts.per]}`,
    };
  }
  return undefined;
}

/** What stands for the first `*` of the glob that matches; empty where the glob has none. */
function findFolder({ paths }: ArtefactRule, path: string): string | undefined {
  const glob = paths.find((each) => !each.startsWith('!') && matchPath(each, path));
  const isTakenAway = paths.some((each) => each.startsWith('!') && matchPath(each.slice(1), path));
  if (glob === undefined || isTakenAway) return undefined;
  const place = glob.split('/').indexOf('*');
  return place < 0 ? '' : path.split('/')[place];
}
