import type { HooksEdit, HooksFormat } from '@toolyard/hooks';
import type { Folder, HooksSource } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';
import type { PickChoice } from '../ports/pick-choice.ts';
import type { FoundHook } from './choose-hook.ts';

/** Opens the file of a hook at the place of what is wrong with it, else where the hook begins. */
export async function openAtHook({ hook }: FoundHook, editor: Pick<Editor, 'openFile'>): Promise<void> {
  const wrong = hook.findings.find(({ severity }) => severity === 'error');
  await editor.openFile(hook.resolved.known.file, wrong ?? hook.place);
}

/** Opens a hooks file of a folder: the only one there is, else that which the person chooses; makes it where there is none. */
export async function openHooksFile(folder: Folder, editor: Pick<Editor, 'pick' | 'openFile'>): Promise<void> {
  const { files } = folder.state();
  const there = SOURCES.filter((source) => files[source].exists);
  const [only, ...others] = there;
  const source =
    only !== undefined && others.length === 0
      ? only
      : await editor.pick(
          SOURCES.map((each) => toFileChoice(each, folder)),
          { title: 'Open Hooks File', placeholder: 'Which hooks file?' },
        );
  if (source === undefined) return;
  const { file, exists } = files[source];
  await editor.openFile(exists ? file : await folder.edit(source, startEmpty));
}

const SOURCES = ['workspace', 'user'] as const;

const ABOUT: Readonly<Record<HooksSource, string>> = {
  workspace: 'for everybody who works in this folder',
  user: 'your own, for all folders',
};

function toFileChoice(source: HooksSource, folder: Folder): PickChoice<HooksSource> {
  const { file, exists } = folder.state().files[source];
  const label = source === 'workspace' ? `Hooks of ${folder.name}` : 'Your own hooks';
  return {
    label,
    description: exists ? ABOUT[source] : `${ABOUT[source]}; will be created`,
    detail: file,
    value: source,
  };
}

/** Somebody may have written the file in the meantime. */
function startEmpty(text: string, format: HooksFormat): HooksEdit {
  if (text.trim() !== '') return { ok: true, text };
  return { ok: true, text: format === 'json' ? '{\n  "version": 1,\n  "hooks": []\n}\n' : 'version: 1\nhooks: []\n' };
}
