import { parseRunRecord, type RunRecord } from '@toolyard/hooks';
import { expect } from 'vitest';
import { createWorkspace, type RecordedCall, type Workspace } from './create-workspace.ts';
import { approveHooks } from './watch-hooks.ts';

type Source = 'literal' | 'context' | 'template';

/** An event, the hook that waits for it, and what that leads to. */
export interface Row {
  readonly event: string;
  /** What its trigger asks for besides the event. */
  readonly trigger?: object;
  readonly mappings: Readonly<Record<string, readonly [Source, unknown]>>;
  readonly data: readonly string[];
  /** What the event has then besides what every event has. */
  readonly context: object;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Data with which the same event does not lead to a run, and why. */
  readonly refused?: readonly [data: readonly string[], reason: string];
}

const BODY = { issue: { number: 7, title: 'Say "hi" to {user}; $(rm -rf x)', labels: ['a b', 'ü'] } };

/** One of each event that is only entered. */
export const ROWS: readonly Row[] = [
  {
    event: 'agent',
    trigger: { agent: 'spec-kit', operation: 'specify', timing: 'after' },
    mappings: { text: ['template', '{agent} {operation} {timing} of {feature}'] },
    data: ['agent=spec-kit', 'operation=specify', 'timing=after', 'path=specs/005-login/spec.md'],
    context: {
      agent: 'spec-kit',
      operation: 'specify',
      timing: 'after',
      path: 'specs/005-login/spec.md',
      feature: '005-login',
    },
    arguments: { text: 'spec-kit specify after of 005-login' },
    refused: [['agent=spec-kit', 'operation=specify', 'timing=before'], 'timing is "before", not "after"'],
  },
  {
    event: 'task.ended',
    trigger: { if: { status: ['done', 'failed'] } },
    mappings: { text: ['template', '{data.id} is {status}'], tags: ['context', 'data.labels'] },
    data: ['status=done', 'id=T-1', 'labels:=["a", "b"]'],
    context: { status: 'done', data: { id: 'T-1', labels: ['a', 'b'] } },
    arguments: { text: 'T-1 is done', tags: ['a', 'b'] },
    refused: [['status=waiting'], 'status is "waiting", not one of "done", "failed"'],
  },
  {
    event: 'schedule',
    trigger: { cron: '0 9 * * 1-5' },
    mappings: { text: ['literal', 'good {morning}'], count: ['context', 'missed'] },
    data: ['scheduled=2026-11-16T09:00:00.000Z', 'missed:=3'],
    context: { scheduled: '2026-11-16T09:00:00.000Z', missed: 3 },
    arguments: { text: 'good {morning}', count: 3 },
  },
  {
    event: 'webhook',
    trigger: { if: { 'data.body.issue.number': { exists: true } } },
    mappings: {
      text: ['template', '#{data.body.issue.number} {data.body.issue.title}'],
      count: ['context', 'data.body.issue.number'],
      tags: ['template', ['{data.body.issue.labels[1]}', 'new']],
      value: ['template', { body: '{data.body}', who: { is: '{data.from}' } }],
    },
    data: [`body:=${JSON.stringify(BODY)}`, 'from=Ada'],
    context: { data: { body: BODY, from: 'Ada' } },
    arguments: {
      text: `#7 ${BODY.issue.title}`,
      count: 7,
      tags: ['ü', 'new'],
      value: { body: BODY, who: { is: 'Ada' } },
    },
    refused: [['from=Ada'], 'data.body.issue.number has no value'],
  },
  {
    event: 'terminal.ended',
    trigger: { if: { exitCode: { not: 0 } } },
    mappings: { text: ['template', '{command} gave {exitCode}'], count: ['context', 'exitCode'] },
    data: ['command=npm test', 'exitCode=1', 'shell=zsh'],
    context: { command: 'npm test', exitCode: 1, data: { shell: 'zsh' } },
    arguments: { text: 'npm test gave 1', count: 1 },
    refused: [['command=npm test', 'exitCode:=0'], 'exitCode is 0, and may not be 0'],
  },
  {
    event: 'diagnostics.changed',
    trigger: { if: { path: { matches: 'src/**/*.ts' } } },
    mappings: { text: ['context', 'path'], count: ['template', '{errors}'] },
    data: ['path=src/deep/a.ts', 'errors=2'],
    context: { path: 'src/deep/a.ts', errors: 2 },
    arguments: { text: 'src/deep/a.ts', count: 2 },
    refused: [['path=docs/a.md', 'errors=2'], 'path is "docs/a.md", which does not match src/**/*.ts'],
  },
];

/** A hook for each row, so that it shows which of them ran. */
export async function createAll(): Promise<Workspace> {
  const workspace = createWorkspace();
  const hooks = ROWS.map(({ event, trigger, mappings }) => {
    const parameterMappings = Object.entries(mappings).map(([toolParam, [source, value]]) => ({
      toolParam,
      source,
      value,
    }));
    const parameters = { serverId: 'rec', toolName: 'put', parameterMappings };
    return { id: `on-${event}`, trigger: { event, ...trigger }, action: { type: 'mcp', parameters } };
  });
  await approveHooks(workspace, ...hooks);
  return workspace;
}

/** Enters an event; gives the records of what it led to. */
export async function fire(
  { hooks }: Workspace,
  event: string,
  data: readonly string[],
): Promise<readonly RunRecord[]> {
  const { code, stdout, stderr } = await hooks('fire', event, '--json', ...data.flatMap((word) => ['--data', word]));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const records: unknown[] = JSON.parse(stdout);
  return records.flatMap((record) => parseRunRecord(record) ?? []);
}

/** All that the event of a row has. */
export function contextOf({ folder }: Workspace, { event, context }: Row): object {
  return { event, workspace: folder, user: expect.any(String), timestamp: expect.any(String), ...context };
}

/** What the log says about the run of a row. */
export function runOf({ event, arguments: args }: Row): object {
  return {
    hook: `on-${event}`,
    source: 'workspace',
    status: 'success',
    event: { name: event },
    target: 'rec:put',
    server: { key: 'rec', state: 'running', status: 'available' },
    arguments: args,
    attempts: 1,
    ms: expect.any(Number),
    chain: [],
  };
}

/** What the server was asked when the event of each row was entered once. */
export const CALLS: readonly RecordedCall[] = ROWS.map((row) => ({ tool: 'put', arguments: row.arguments }));
