import { toVisibleJson, toVisibleLine } from '@toolyard/core';
import type { RunRecord } from '@toolyard/hooks';
import type { Editor } from '../ports/editor.ts';
import type { Subject } from '../rows/row.ts';
import { findShownHook } from './choose-hook.ts';
import { chooseRun } from './choose-run.ts';
import type { CommandParts, CommandTable } from './command-table.ts';
import { remarkOnCut } from './dry-run.ts';
import { mayRun, runNow, type InvalidHookActions } from './run-now.ts';
import { showRun } from './show-run.ts';

/** The commands `toolyard.runs.*`. */
export function createRunCommands(parts: CommandParts, actions: InvalidHookActions): CommandTable {
  const { editor, later } = parts;
  return {
    'toolyard.runs.show': async (subject) => {
      const found = await chooseRun(parts, subject, 'Show Run');
      if (found !== undefined) await showRun(found.run, editor);
    },
    'toolyard.runs.replay': (subject) => replay(subject, parts, actions),
    'toolyard.runs.copy': async (subject) => {
      const found = await chooseRun(parts, subject, 'Copy Run');
      if (found === undefined) return;
      await editor.copy(`${toVisibleJson(found.run, 2)}\n`);
      const message = `Copied the run of hook "${toVisibleLine(found.run.hook)}" as JSON.`;
      later(async () => void (await editor.notify('info', message)));
    },
  };
}

async function replay(subject: Subject | undefined, parts: CommandParts, actions: InvalidHookActions): Promise<void> {
  const chosen = await chooseRun(parts, subject, 'Replay Run');
  if (chosen === undefined) return;
  const { folder, run } = chosen;
  const found = await findShownHook(folder, run.hook);
  if (!(await acceptsCut(run, parts.editor)) || !(await mayRun(found, parts, actions))) return;
  await runNow({ found, start: (signal) => folder.replay(run, signal) }, parts);
}

/** What the record does not have in full is not there when the run is repeated. */
async function acceptsCut({ event: { cut = [] } }: RunRecord, editor: Pick<Editor, 'confirm'>): Promise<boolean> {
  const [detail] = remarkOnCut({ cut });
  if (detail === undefined) return true;
  return (await editor.confirm('Replay the run without some of its values?', detail, 'Replay')) === 'Replay';
}
