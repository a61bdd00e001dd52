import { listHookPlaces } from '@toolyard/hooks';
import type { ShownHook } from '../folder/folder.ts';
import { describeAgo } from '../rows/describe-time.ts';
import type { Subject } from '../rows/row.ts';
import { toRowText } from '../rows/text-row.ts';
import { withoutIcons } from '../rows/without-icons.ts';
import type { HooksText } from './hooks-text.ts';

/** A line of text above a hook; one without a command is only read. */
export interface Lens {
  /** Where the hook begins. */
  readonly offset: number;
  readonly title: string;
  readonly command?: string;
  readonly subject?: Subject;
}

/** What is known of the hooks of a file. */
export interface LensFacts {
  /** The path of the folder that commands work on. */
  readonly folder: string;
  /** The hooks of this file as they are saved. */
  readonly hooks: readonly ShownHook[];
  readonly isTrusted: boolean;
  readonly now: number;
}

/** What can be done with each hook of a text, and how it is; nothing that runs where the workspace is not trusted. */
export function listLenses({ text, format }: Pick<HooksText, 'text' | 'format'>, facts: LensFacts): readonly Lens[] {
  const shown = new Map(facts.hooks.map((each) => [each.resolved.known.hook.id, each]));
  return listHookPlaces(text, format).flatMap(({ id, offset }) => {
    const known = shown.get(id);
    return known === undefined ? [] : lensesOf(known, facts).map((lens) => ({ ...lens, offset }));
  });
}

type BareLens = Omit<Lens, 'offset'>;

function lensesOf(shown: ShownHook, { folder, isTrusted, now }: LensFacts): readonly BareLens[] {
  const { id } = shown.resolved.known.hook;
  const subject: Subject = { kind: 'hook', folder, hook: id };
  const lens = (title: string, command: string): BareLens => ({ title, command: `toolyard.hooks.${command}`, subject });
  const isUnapproved = shown.state === 'not approved' || shown.state === 'changed since approved';
  return [
    ...(isTrusted ? [lens('$(play) Run', 'run'), lens('$(beaker) Dry Run', 'dryRun')] : []),
    ...(isUnapproved
      ? [isTrusted ? lens(`$(shield) Approve (${shown.state})`, 'approve') : { title: shown.state }]
      : []),
    ...(shown.state === 'disabled' ? [lens('disabled: Enable', 'enable')] : []),
    ...(shown.state.startsWith('invalid') ? [{ title: describeInvalid(shown) }] : []),
    ...describeLast(shown, folder, now),
    lens('$(edit) Edit in Form', 'edit'),
  ];
}

function describeInvalid({ state, findings }: ShownHook): string {
  const first = findings.find(({ severity }) => severity === 'error');
  return withoutIcons(toRowText(first === undefined ? state : `invalid: ${first.message}`));
}

function describeLast({ lastRun }: ShownHook, folder: string, now: number): readonly BareLens[] {
  if (lastRun === undefined) return [];
  const title = `${lastRun.status} ${describeAgo(Date.parse(lastRun.endedAt), now)}`;
  return [{ title, command: 'toolyard.runs.show', subject: { kind: 'run', folder, run: lastRun.id } }];
}
