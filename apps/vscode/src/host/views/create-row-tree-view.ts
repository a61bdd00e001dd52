import {
  commands,
  Disposable,
  EventEmitter,
  MarkdownString,
  Range,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  type TreeDataProvider,
  type TreeView,
} from 'vscode';
import { systemClock } from '@toolyard/host';
import { createRowTree } from '../../rows/create-row-tree.ts';
import type { ViewRow, Subject } from '../../rows/row.ts';
import { toEditorUri } from '../folders/to-editor-uri.ts';

/** A tree of the editor that shows rows. */
export interface RowTreeView extends Disposable {
  readonly view: TreeView<Subject>;
  /** Asks for the rows again, at once or soon; at most ten times a second however often it is called. */
  refresh(): void;
  /** Opens the view at a row, given by its id or by what it is about; false where there is none. */
  reveal(wanted: string | Subject): Promise<boolean>;
}

/** Changes come in bursts while hooks run. */
const REFRESH_MS = 100;

/** Creates the tree for a view of the manifest; `readRows` is asked while the view is visible, and when a row has to be found. */
export function createRowTreeView(id: string, readRows: () => readonly ViewRow[]): RowTreeView {
  const tree = createRowTree();
  const changes = new EventEmitter<Subject | Subject[] | undefined>();
  let stopWaiting: (() => void) | undefined;
  let isFilled = false;
  let updatedAt = -REFRESH_MS;
  const update = (): void => {
    stopWaiting?.();
    stopWaiting = undefined;
    updatedAt = performance.now();
    const changed = tree.update(readRows());
    if (changed === 'all') changes.fire(undefined);
    else if (changed.length > 0) changes.fire([...changed]);
  };
  const provider: TreeDataProvider<Subject> = {
    onDidChangeTreeData: changes.event,
    getChildren(element) {
      if (!isFilled) {
        isFilled = true;
        tree.update(readRows());
      }
      return [...tree.childrenOf(element)];
    },
    getParent: (element) => tree.parentOf(element),
    getTreeItem: (element) => toTreeItem(tree.rowOf(element), element),
  };
  const view = window.createTreeView(id, { treeDataProvider: provider, showCollapseAll: true });
  // While nobody looks nothing is computed, so what happened meanwhile is caught up with.
  const visibility = view.onDidChangeVisibility(({ visible }) => visible && update());
  return {
    view,
    refresh() {
      const left = updatedAt + REFRESH_MS - performance.now();
      if (view.visible) stopWaiting ??= systemClock.after(Math.max(0, left), update);
    },
    async reveal(wanted) {
      await commands.executeCommand(`${id}.focus`);
      update();
      const element = tree.find(wanted);
      if (element === undefined) return false;
      await view.reveal(element, { select: true, focus: true, expand: true });
      return true;
    },
    dispose: () => {
      stopWaiting?.();
      Disposable.from(view, visibility, changes).dispose();
    },
  };
}

function toTreeItem(row: ViewRow | undefined, element: Subject): TreeItem {
  // The editor may ask for a row that has just gone.
  if (row === undefined) return new TreeItem('');
  const item = new TreeItem(row.label, toCollapsibleState(row));
  item.id = row.id;
  item.contextValue = row.context;
  item.accessibilityInformation = { label: row.accessibleLabel ?? joinWords(row) };
  if (row.description !== undefined) item.description = row.description;
  if (row.tooltip !== undefined) item.tooltip = new MarkdownString(row.tooltip);
  if (row.icon !== undefined) item.iconPath = toIcon(row.icon);
  const command = toCommand(row, element);
  if (command !== undefined) item.command = command;
  return item;
}

function toCollapsibleState({ children, isOpen }: ViewRow): TreeItemCollapsibleState {
  if (children === undefined) return TreeItemCollapsibleState.None;
  return isOpen === true ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}

function toIcon({ name, color }: NonNullable<ViewRow['icon']>): ThemeIcon {
  return new ThemeIcon(name, color === undefined ? undefined : new ThemeColor(color));
}

function toCommand({ command, place }: ViewRow, element: Subject): TreeItem['command'] {
  if (command !== undefined) {
    return { command: command.id, title: command.title, arguments: [command.argument ?? element] };
  }
  if (place === undefined) return undefined;
  const [line, column] = [Math.max(0, place.line - 1), Math.max(0, place.column - 1)];
  const selection = new Range(line, column, line, column);
  return { command: 'vscode.open', title: 'Open File', arguments: [toEditorUri(place.file), { selection }] };
}

function joinWords({ label, description }: ViewRow): string {
  return description === undefined ? label : `${label}, ${description}`;
}
