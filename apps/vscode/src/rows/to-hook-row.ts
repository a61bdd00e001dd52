import { describeTrigger } from '@toolyard/host/hooks';
import { toTarget, type RunRecord } from '@toolyard/hooks';
import type { LiveRun, ShownHook } from '../folder/folder.ts';
import { describeAgo, describeElapsed, describeIn } from './describe-time.ts';
import { findingRows } from './finding-rows.ts';
import type { ViewRow } from './row.ts';
import { isFailure, toRunRow } from './to-run-row.ts';
import { joinFacts, toRowText } from './text-row.ts';
import { toMarkdownFacts, toMarkdownText } from './to-markdown.ts';

/** A hook with all that its row shows. */
export interface HookLook {
  readonly id: string;
  /** The path of the folder that commands work on. */
  readonly folder: string;
  readonly shown: ShownHook;
  readonly live: LiveRun | undefined;
  /** The last ones, the newest first. */
  readonly runs: readonly HookRun[];
}

/** A run of a hook, and the path of the folder that it ran in. */
export interface HookRun {
  readonly folder: string;
  readonly record: RunRecord;
}

const CONTEXTS: Readonly<Record<ShownHook['state'], string>> = {
  enabled: 'hook.enabled',
  disabled: 'hook.disabled',
  invalid: 'hook.invalid',
  'invalid: unknown server': 'hook.invalid',
  'not approved': 'hook.unapproved',
  'changed since approved': 'hook.unapproved',
};

const ICONS: Readonly<Record<string, NonNullable<ViewRow['icon']>>> = {
  'hook.disabled': { name: 'circle-slash', color: 'disabledForeground' },
  'hook.invalid': { name: 'error', color: 'list.errorForeground' },
  'hook.unapproved': { name: 'shield', color: 'list.warningForeground' },
};

/** The row of a hook, with what is wrong with it and its last runs below. */
export function toHookRow(look: HookLook, now: number): ViewRow {
  const { id, folder, shown, live } = look;
  const { hook } = shown.resolved.known;
  const label = toRowText(hook.name ?? hook.id);
  const description = joinFacts([
    shown.state === 'enabled' ? undefined : shown.state,
    live === undefined ? undefined : `running ${describeElapsed(live.startedAt, now)}`,
    describeLastRun(shown.lastRun, now),
    describeNextRun(shown, now),
    // Side bars are narrow, and this one never changes.
    hook.trigger.event,
  ]);
  const children = [
    ...findingRows(id, shown.findings),
    ...look.runs.map((run) => toRunRow(`${id}:run:${run.record.id}`, run.folder, run.record, { now, isNamed: false })),
  ];
  const context = CONTEXTS[shown.state];
  return {
    id,
    label,
    ...(description === undefined ? {} : { description }),
    tooltip: describeHookRow(shown, now),
    accessibleLabel: `${label}, ${shown.state}, ${description ?? ''}`,
    icon: toIcon(look, context),
    // One that is invalid can be switched on and off as well.
    context: context === 'hook.invalid' && !hook.enabled ? 'hook.invalid.off' : context,
    ...(children.length === 0 ? {} : { children }),
    command: { id: 'toolyard.hooks.edit', title: 'Edit Hook' },
    subject: { kind: 'hook', folder, hook: hook.id },
  };
}

function toIcon({ live, shown }: HookLook, context: string): NonNullable<ViewRow['icon']> {
  if (live !== undefined) return { name: 'sync~spin' };
  const { lastRun } = shown;
  const icon = ICONS[context];
  if (icon !== undefined) return icon;
  if (lastRun === undefined) return { name: 'zap' };
  return isFailure(lastRun)
    ? { name: 'warning', color: 'testing.iconFailed' }
    : { name: 'zap', color: 'testing.iconPassed' };
}

/** `success 2 min ago`, and of a failure also the reason. */
function describeLastRun(run: RunRecord | undefined, now: number): string | undefined {
  if (run === undefined) return undefined;
  const when = `${run.status} ${describeAgo(Date.parse(run.endedAt), now)}`;
  return isFailure(run) && run.reason !== undefined ? toRowText(`${when}: ${run.reason}`) : when;
}

function describeNextRun({ nextRun, state }: ShownHook, now: number): string | undefined {
  return nextRun === undefined || state !== 'enabled' ? undefined : `next ${describeIn(nextRun, now)}`;
}

function describeHookRow(shown: ShownHook, now: number): string {
  const { hook, source, file } = shown.resolved.known;
  const facts = toMarkdownFacts({
    State: shown.state,
    When: describeTrigger(hook.trigger),
    Runs: toTarget(hook.action),
    'Last run': describeLastRun(shown.lastRun, now),
    'Next run': describeNextRun(shown, now),
    Id: hook.id,
    File: source === 'user' ? `${file} (yours, for all folders)` : file,
  });
  return [
    `**${toMarkdownText(hook.name ?? hook.id)}**`,
    ...(hook.description === undefined ? [] : [toMarkdownText(hook.description)]),
    facts,
    ...shown.findings.map(({ severity, message }) => `- ${severity}: ${toMarkdownText(message)}`),
  ].join('\n\n');
}
