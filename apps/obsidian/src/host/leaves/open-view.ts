import type { App } from 'obsidian';

/** A view of the plugin, and where it opens where none is open yet. */
export interface OpenedView {
  /** The name by which Obsidian keeps the view in its layout. */
  readonly type: string;
  readonly place: 'sidebar' | 'tab';
}

/** The page that leads to the first server. */
export const FIRST_RUN_VIEW: OpenedView = { type: 'toolyard-first-run', place: 'tab' };

/** Shows a view of the plugin: the one that is open, else a new one. */
export async function openView({ workspace }: App, { type, place }: OpenedView): Promise<void> {
  const [open] = workspace.getLeavesOfType(type);
  const leaf = open ?? (place === 'tab' ? workspace.getLeaf('tab') : workspace.getRightLeaf(false));
  if (leaf === null) return;
  if (open === undefined) await leaf.setViewState({ type, active: true });
  await workspace.revealLeaf(leaf);
}
