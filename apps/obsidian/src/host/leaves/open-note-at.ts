import { MarkdownView, TFile, type App, type WorkspaceLeaf } from 'obsidian';

/** Shows a line of a note, the first of which is 1, in the pane that has the note, else in the active one; false where there is no such note. */
export async function openNoteAt(app: App, path: string, line = 1): Promise<boolean> {
  const file = app.vault.getAbstractFileByPath(path);
  if (!(file instanceof TFile)) return false;
  const { workspace } = app;
  const leaf = findLeaf(app, file) ?? workspace.getLeaf(false);
  await leaf.openFile(file, { active: true, eState: { line: line - 1 } });
  await workspace.revealLeaf(leaf);
  const { view } = leaf;
  if (!(view instanceof MarkdownView) || view.getMode() !== 'source') return true;
  view.editor.setCursor({ line: Math.min(line - 1, view.editor.lastLine()), ch: 0 });
  view.editor.focus();
  return true;
}

function findLeaf({ workspace }: App, file: TFile): WorkspaceLeaf | undefined {
  return workspace.getLeavesOfType('markdown').find(({ view }) => view instanceof MarkdownView && view.file === file);
}
