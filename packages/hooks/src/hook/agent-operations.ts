/** What a file has to have before it tells that an operation has ended: anything at all, its own words, or tasks. */
export type ArtefactSign = 'content' | 'text' | 'tasks';

/** The files by which an operation of an agent is noticed. */
export interface ArtefactRule {
  /** Globs over paths from the workspace; the first `*` is the feature. One that starts with `!` takes away. */
  readonly paths: readonly string[];
  readonly sign: ArtefactSign;
  /** What the operation happens once for. */
  readonly per: 'feature' | 'file' | 'workspace';
}

/** An operation of an agent. Without artefacts nothing shows that it happened, and only `hooks fire` tells it. */
export interface AgentOperation {
  readonly agent: string;
  readonly operation: string;
  readonly artefacts?: ArtefactRule;
}

const SPECKIT: Readonly<Record<string, ArtefactRule | undefined>> = {
  research: { paths: ['specs/*/research.md'], sign: 'text', per: 'feature' },
  datamodel: { paths: ['specs/*/data-model.md'], sign: 'text', per: 'feature' },
  design: { paths: ['specs/*/quickstart.md', 'specs/*/contracts/**'], sign: 'content', per: 'feature' },
  specify: { paths: ['specs/*/spec.md'], sign: 'text', per: 'feature' },
  clarify: undefined,
  plan: { paths: ['specs/*/plan.md'], sign: 'text', per: 'feature' },
  tasks: { paths: ['specs/*/tasks.md'], sign: 'tasks', per: 'feature' },
  taskstoissues: undefined,
  analyze: undefined,
  // `specify` writes requirements.md itself.
  checklist: {
    paths: ['specs/*/checklists/*.md', '!specs/*/checklists/requirements.md'],
    sign: 'text',
    per: 'file',
  },
  constitution: { paths: ['.specify/memory/constitution.md'], sign: 'text', per: 'workspace' },
  implementation: undefined,
  'unit-test': undefined,
  'integration-test': undefined,
};

const NOT_ARCHIVED = '!openspec/changes/archive/**';

// The planning artefacts of a change are told one by one, whichever of `propose`, `ff` and `continue` wrote them.
const OPENSPEC: Readonly<Record<string, ArtefactRule | undefined>> = {
  explore: undefined,
  new: undefined,
  proposal: { paths: ['openspec/changes/*/proposal.md', NOT_ARCHIVED], sign: 'text', per: 'feature' },
  specs: { paths: ['openspec/changes/*/specs/**', NOT_ARCHIVED], sign: 'content', per: 'feature' },
  design: { paths: ['openspec/changes/*/design.md', NOT_ARCHIVED], sign: 'text', per: 'feature' },
  tasks: { paths: ['openspec/changes/*/tasks.md', NOT_ARCHIVED], sign: 'tasks', per: 'feature' },
  update: undefined,
  apply: undefined,
  verify: undefined,
  sync: undefined,
  archive: { paths: ['openspec/changes/archive/*/**'], sign: 'content', per: 'feature' },
};

/** The operations of spec-kit and OpenSpec; other agents can have any, which are told with `hooks fire`. */
export const AGENT_OPERATIONS: readonly AgentOperation[] = [
  ...toOperations('speckit', SPECKIT),
  ...toOperations('openspec', OPENSPEC),
];

function toOperations(agent: string, rules: Readonly<Record<string, ArtefactRule | undefined>>): AgentOperation[] {
  return Object.entries(rules).map(([operation, artefacts]) => ({
    agent,
    operation,
    ...(artefacts === undefined ? {} : { artefacts }),
  }));
}
