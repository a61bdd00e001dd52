import { refusalOf } from '@toolyard/host/hooks';
import type { PickChoice } from '../ports/pick-choice.ts';
import type { Subject } from '../rows/row.ts';
import { findFolder } from './choose-folder.ts';
import { chooseHook, toHookChoice, type FoundHook } from './choose-hook.ts';
import type { CommandParts } from './command-table.ts';

/** The hooks that a person wants to approve: that of the subject, one that they pick, or all that wait for it; none where they leave. */
export async function chooseUnapproved(
  parts: CommandParts,
  subject: Subject | undefined,
): Promise<readonly FoundHook[]> {
  const waiting = listUnapproved(parts, subject);
  if (subject?.kind === 'hook' || waiting.length < 2) {
    const question = { title: TITLE, wants: isUnapproved, none: 'Nothing needs approval: all hooks may run.' };
    const found = await chooseHook(parts, subject, question);
    return found === undefined ? [] : [found];
  }
  const withFolder = new Set(waiting.map(({ folder }) => folder)).size > 1;
  const choices: readonly PickChoice<readonly FoundHook[]>[] = [
    { label: `All ${waiting.length} Hooks`, description: 'each of them is shown first', value: waiting },
    ...waiting.map((each) => ({ ...toHookChoice(each, withFolder), value: [each] })),
  ];
  return (await parts.editor.pick(choices, { title: TITLE, placeholder: 'Which hook?' })) ?? [];
}

const TITLE = 'Approve Hook';

function listUnapproved({ folders }: CommandParts, subject: Subject | undefined): readonly FoundHook[] {
  const all = folders.list();
  const among = subject !== undefined && 'folder' in subject ? [findFolder(all, subject.folder)] : all;
  return among.flatMap((folder) =>
    folder
      .state()
      .hooks.filter(isUnapproved)
      .map((hook) => ({ folder, hook })),
  );
}

function isUnapproved({ resolved }: FoundHook['hook']): boolean {
  return refusalOf(resolved) !== undefined;
}
