import type { Editor, MarkdownFileInfo, Menu, Plugin } from 'obsidian';
import type { AskedFor, AskedPlace, NoteAnswers } from '../../assistant/plugin-assistant.ts';
import type { Toolyard } from '../../compose/compose-toolyard.ts';
import { showAnswering } from './show-answering.ts';

const COMMANDS: readonly {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly wanted: AskedFor;
}[] = [
  { id: 'ask-here', name: 'Ask here', icon: 'message-circle-question', wanted: 'answer' },
  { id: 'continue-answer', name: 'Continue answer', icon: 'message-circle-plus', wanted: 'more' },
  { id: 'ask-again', name: 'Answer again', icon: 'refresh-cw', wanted: 'another' },
];

const STOP = { id: 'stop-answer', name: 'Stop answer', icon: 'square' };

/** Lets people ask in notes, by commands and the menu of the editor, and shows what is being answered. */
export function registerAssistant(plugin: Plugin, { assistant: { answers } }: Toolyard): void {
  const { vault, workspace } = plugin.app;
  for (const { id, name, icon, wanted } of COMMANDS) {
    plugin.addCommand({
      id,
      name,
      icon,
      editorCheckCallback: (isChecking, editor, info) => {
        const place = findPlace(editor, info);
        if (place === undefined || !answers.findAskable(place, editor.getValue()).includes(wanted)) return false;
        if (!isChecking) void answers.ask(place, wanted);
        return true;
      },
    });
  }
  plugin.addCommand({
    ...STOP,
    checkCallback: (isChecking) => {
      const path = findStoppable(answers, workspace.getActiveFile()?.path);
      if (path !== undefined && !isChecking) answers.stop(path);
      return path !== undefined;
    },
  });
  plugin.registerEvent(workspace.on('editor-menu', (menu, editor, info) => addItems(menu, answers, { editor, info })));
  plugin.registerEvent(vault.on('rename', ({ path }, from) => answers.renameNote(from, path)));
  plugin.registerEvent(vault.on('delete', ({ path }) => answers.deleteNote(path)));
  showAnswering(plugin, answers);
}

function addItems(
  menu: Menu,
  answers: NoteAnswers,
  { editor, info }: { readonly editor: Editor; readonly info: MarkdownFileInfo },
): void {
  const place = findPlace(editor, info);
  if (place === undefined) return;
  const add = (title: string, icon: string, act: () => void): void =>
    void menu.addItem((item) => item.setTitle(title).setIcon(icon).onClick(act));
  const askable = answers.findAskable(place, editor.getValue());
  for (const { name, icon, wanted } of COMMANDS) {
    if (askable.includes(wanted)) add(name, icon, () => void answers.ask(place, wanted));
  }
  if (answers.isAnswering(place.path)) add(STOP.name, STOP.icon, () => answers.stop(place.path));
}

function findPlace(editor: Editor, { file }: MarkdownFileInfo): AskedPlace | undefined {
  if (!file) return undefined;
  const [from, to] = [editor.getCursor('from'), editor.getCursor('to')];
  const selection = editor.getRange(from, to);
  return { path: file.path, line: from.line + 1, ...(selection !== '' && { selection }) };
}

/** The note in sight, else the only one that is answered in. */
function findStoppable(answers: NoteAnswers, active: string | undefined): string | undefined {
  if (active !== undefined && answers.isAnswering(active)) return active;
  const running = answers.list();
  return running.length === 1 ? running[0]?.path : undefined;
}
