import { cutText, toVisible, toVisibleJson, type ApprovalDecision, type CallRecord, type Origin } from '@toolyard/core';

/** A call as people read it. */
export interface DescribedCall {
  readonly tool: string;
  /** `waiting`, `running`, `refused`, or how it ended. */
  readonly status: string;
  readonly tone: 'good' | 'busy' | 'bad' | 'quiet';
  /** Who asked for it. */
  readonly origin: string;
  readonly duration: string;
  /** Empty where nobody was to decide about it. */
  readonly approval: string;
  /** The arguments as JSON; absent where they are not known. */
  readonly arguments?: string;
  /** Why it has no good result; empty where it has one. */
  readonly problem: string;
}

// What is kept may be of another version, which knew others.
const ORIGINS: Readonly<Record<string, string>> = {
  document: 'Block',
  assistant: 'Assistant',
  person: 'Try it',
  client: 'Another program',
  hook: 'Hook',
} satisfies Record<Origin, string>;

const APPROVALS: Readonly<Record<string, string>> = {
  once: 'approved once',
  'always-tool': 'approved, and its tool from then on',
  'always-server': 'approved, and its server from then on',
  remembered: 'approved earlier',
  trusted: 'trusted server',
  denied: 'denied',
} satisfies Record<ApprovalDecision, string>;

const TONES: Readonly<Record<string, DescribedCall['tone']>> = {
  waiting: 'quiet',
  running: 'busy',
  success: 'good',
  cancelled: 'quiet',
};

const LONGEST_ARGUMENTS = 2000;
const LONGEST_PROBLEM = 500;

/** Says a record in words; what servers and notes gave shows all of its characters. */
export function describeCall(record: CallRecord): DescribedCall {
  const { tool, origin, approval, parameters, error } = record;
  const status = toStatusWord(record);
  return {
    tool: toVisible(tool),
    status,
    tone: TONES[status] ?? 'bad',
    origin: ORIGINS[origin] ?? toVisible(origin),
    duration: describeDuration(record),
    approval: approval === undefined ? '' : (APPROVALS[approval] ?? toVisible(approval)),
    ...(parameters !== undefined && { arguments: cutText(toVisibleJson(parameters, 2), LONGEST_ARGUMENTS) }),
    problem: error === undefined ? '' : cutText(toVisible(error.message), LONGEST_PROBLEM),
  };
}

/** What people look for in a history: a text, a status as it is shown, a server; what is empty lets everything through. */
export interface CallFilter {
  readonly text: string;
  readonly status: string;
  readonly server: string;
}

/** Whether a call is among those that people look for; texts are found in its tool, note, arguments and failure. */
export function matchesCall(record: CallRecord, { text, status, server }: CallFilter): boolean {
  if (server !== '' && record.server !== server) return false;
  if (status !== '' && toStatusWord(record) !== status) return false;
  if (text === '') return true;
  const { tool, document, parameters, error } = record;
  const searched = [tool, document?.path ?? '', toVisibleJson(parameters ?? {}), error?.message ?? ''];
  return searched.some((each) => each.toLowerCase().includes(text.toLowerCase()));
}

/** What a call does or how it ended, in one word. */
function toStatusWord({ status, startedAt }: CallRecord): string {
  if (status === 'pending') return 'waiting';
  if (status === 'executing') return 'running';
  return status === 'error' && startedAt === undefined ? 'refused' : status;
}

function describeDuration({ submittedAt, startedAt = submittedAt, completedAt }: CallRecord): string {
  if (completedAt === undefined) return '';
  const ms = Math.max(0, completedAt - startedAt);
  return ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
