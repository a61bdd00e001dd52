import { toVisibleJson, toVisibleLine } from '@toolyard/core';
import { describeExplanation, type EventExplanation } from '@toolyard/host/hooks';
import type { Duty, Folder } from '../folder/folder.ts';
import type { Subject } from '../rows/row.ts';
import { chooseEvent, type ChosenEvent } from './choose-event.ts';
import { chooseFolder } from './choose-folder.ts';
import { findShownHook } from './choose-hook.ts';
import type { CommandParts } from './command-table.ts';
import { remarkOnCut } from './dry-run.ts';

/** What keeps events from being noticed, besides hooks. */
export interface NoticedEvents {
  /** Why ends of commands in terminals may not be noticed, in sentences. */
  explainTerminals(): readonly string[];
}

/** Says for every hook of a folder whether an event would run it and with what, or why not. */
export async function askWhy(subject: Subject | undefined, parts: CommandParts, noticed: NoticedEvents): Promise<void> {
  const { editor } = parts;
  const title = 'Why Did a Hook Not Run?';
  const folder = await chooseFolder(parts, subject, title);
  if (folder === undefined) return;
  const asked = subject?.kind === 'hook' ? (await findShownHook(folder, subject.hook)).hook : undefined;
  const event = await chooseEvent(editor, folder, { title, others: true, ...(asked && { hook: asked }) });
  if (event === undefined) return;
  const explained = await folder.explain(event);
  const first = asked?.resolved.known.hook.id;
  const ordered = explained.toSorted((a, b) => Number(b.hook === first) - Number(a.hook === first));
  const remarks = [...explainDuty(folder.state().duty), ...(await remarkOnEvent(folder, event, noticed))];
  await editor.showText({ title: `Why ${event.name}`, text: describeAnswer(folder, event, { ordered, remarks }) });
}

function describeAnswer(
  folder: Folder,
  event: ChosenEvent,
  { ordered, remarks }: { readonly ordered: readonly EventExplanation[]; readonly remarks: readonly string[] },
): string {
  const lines = [
    `${event.name} in ${toVisibleLine(folder.name)}`,
    `  ${toVisibleLine(toVisibleJson(event.values))}`,
    '',
    ...(ordered.length === 0 ? ['There are no hooks here.'] : ordered.flatMap((each) => describeExplanation(each))),
    ...(remarks.length === 0 ? [] : ['', ...remarks]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Why no hook of the folder runs in this window at all. */
function explainDuty(duty: Duty): readonly string[] {
  switch (duty.kind) {
    case 'untrusted':
      return ['No hook runs: you do not trust this folder. Run "Workspaces: Manage Workspace Trust" to trust it.'];
    case 'off':
      return ['No hook runs in this window: the setting "toolyard.hooks.enabled" is off.'];
    case 'elsewhere':
      return [
        'Another window or a command in a terminal runs the hooks of this folder, and gets the events of this one.',
      ];
    case 'blocked':
      return [`No hook runs: ${toVisibleLine(duty.message)}`];
    case 'starting':
      return ['The hooks of this folder are just being started.'];
    case 'here':
      return duty.problem === undefined
        ? []
        : [
            `A file is wrong, so hooks go on as they were before, and those that need a server may wait: ${toVisibleLine(duty.problem)}`,
          ];
    case 'no hooks':
      return [];
    default:
      return duty satisfies never;
  }
}

async function remarkOnEvent(folder: Folder, event: ChosenEvent, noticed: NoticedEvents): Promise<readonly string[]> {
  const remarks = [...remarkOnCut(event)];
  if (await folder.isIgnored(event)) {
    const path = toVisibleLine(String(event.values['path']));
    remarks.push(`Changes of ${path} are not noticed, because of .gitignore or another ignore rule.`);
  }
  if (event.name === 'terminal.ended') remarks.push(...noticed.explainTerminals().map(toVisibleLine));
  return remarks;
}
