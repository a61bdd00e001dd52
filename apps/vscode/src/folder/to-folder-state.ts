import type { McpServer } from '@toolyard/hooks';
import { formatFinding, type HooksLook } from '@toolyard/host/hooks';
import type { YardProblem } from './create-folder-yard.ts';
import type { RunList } from './create-run-list.ts';
import type { FolderState, HooksFilePlace, HooksSource } from './folder.ts';
import { toDuty, type DutyFacts } from './to-duty.ts';
import { toShownHooks, type ShownFacts } from './to-shown-hooks.ts';

/** What a folder has found out so far. */
export interface FolderFacts extends Pick<FolderState, 'servers' | 'serverWarnings' | 'isLooking' | 'hasTriedTool'> {
  /** Its files as they were last read; `undefined` where they were not yet. */
  readonly look: HooksLook | undefined;
  readonly shown: ShownFacts;
  readonly watch: Omit<DutyFacts, 'hooks' | 'wrong' | 'problem'>;
  /** What keeps its files from being read or followed. */
  readonly problem: string | undefined;
  readonly yardProblem: YardProblem | undefined;
  readonly runs: Pick<RunList, 'ended' | 'live'>;
  readonly servers: readonly McpServer[];
}

/** What people see of a folder. */
export function toFolderState(facts: FolderFacts): FolderState {
  const { look, runs, servers, isLooking, hasTriedTool } = facts;
  const unusable = look?.problem;
  return {
    duty: findDuty(facts),
    hooks: look === undefined ? [] : toShownHooks(look, facts.shown),
    findings: fileFindings(look),
    files: { workspace: placeOf(look, 'workspace'), user: placeOf(look, 'user') },
    runs: runs.ended(),
    live: runs.live(),
    servers,
    ...(unusable === undefined ? {} : { configurationProblem: unusable }),
    // Who looked for servers says the same of the configuration.
    serverWarnings: facts.serverWarnings.filter((warning) => warning !== unusable?.message),
    isLooking,
    hasTriedTool,
    needsServerApproval: needsApproval(facts),
  };
}

function findDuty({ look, watch, yardProblem, problem }: FolderFacts): FolderState['duty'] {
  const lines = fileFindings(look).map((finding) => formatFinding(finding));
  return toDuty({
    ...watch,
    hooks: look?.hooks.length,
    wrong: look?.isWrong === true ? lines.join('\n') : undefined,
    problem: problem ?? look?.problem?.message ?? yardProblem?.message,
  });
}

/** Those that belong to no hook. */
function fileFindings(look: HooksLook | undefined): FolderState['findings'] {
  return look?.findings.filter(({ hook }) => hook === undefined) ?? [];
}

function needsApproval({ look, yardProblem }: FolderFacts): boolean {
  if (yardProblem !== undefined) return yardProblem.needsApproval;
  return look !== undefined && look.problem === undefined && !look.mayStart;
}

function placeOf(look: HooksLook | undefined, source: HooksSource): HooksFilePlace {
  if (look === undefined) return { file: '', exists: false };
  const file = look.files[source]?.file;
  return { file: file ?? look.lookedFor[source], exists: file !== undefined };
}
