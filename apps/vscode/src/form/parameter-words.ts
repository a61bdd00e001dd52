import { toLabel } from './field-spec.ts';

/** What the form calls a parameter, and the button that adds a line to it where it has lines. */
export interface ParameterWords {
  readonly label: string;
  readonly addLabel: string;
}

/** Names that say little to people by themselves. */
const LABELS: Readonly<Record<string, string>> = {
  args: 'Arguments',
  base: 'Base branch',
  baseUrl: 'API address',
  checkout: 'Check it out',
  command: 'Program',
  cwd: 'Working directory',
  env: 'Environment variables',
  envFrom: 'Variables to pass on',
  from: 'Starts at',
  head: 'Head branch',
  input: 'Standard input',
  issue: 'Issue number',
  maintainerCanModify: 'Maintainers may push',
  milestone: 'Milestone number',
  pull: 'Pull request number',
  ref: 'Commit',
  sha: 'Last commit',
  system: 'Instructions',
  tokenEnv: 'Variable with the token',
};

const ADDED: Readonly<Record<string, string>> = {
  args: 'Argument',
  assignees: 'Assignee',
  env: 'Variable',
  envFrom: 'Variable',
  labels: 'Label',
  paths: 'Path',
  reviewers: 'Reviewer',
  servers: 'Server',
  teamReviewers: 'Team',
  tools: 'Tool',
};

/** The words for a parameter of an operation. */
export function toParameterWords(name: string): ParameterWords {
  const label = LABELS[name] ?? toLabel(name);
  return { label, addLabel: `Add ${ADDED[name] ?? 'Line'}` };
}
