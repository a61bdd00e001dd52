import { StatusBarAlignment, ThemeColor, window, type Disposable } from 'vscode';
import { describeWindow } from '../../rows/describe-window.ts';
import type { FolderLook } from '../../rows/row.ts';

/** The item of the status bar. */
export interface StatusItem extends Disposable {
  /** Says how it is with the hooks of these folders; hidden where there are none. */
  show(folders: readonly FolderLook[]): void;
}

/** Creates the item; a click opens the view of hooks. */
export function createStatusItem(): StatusItem {
  const item = window.createStatusBarItem('toolyard.status', StatusBarAlignment.Left, 0);
  item.name = 'Toolyard';
  item.command = { command: 'toolyard.hooks.focus', title: 'Show Hooks' };
  return {
    show(folders) {
      if (folders.length === 0) {
        item.hide();
        return;
      }
      const { text, detail, isWarning } = describeWindow(folders);
      item.text = text;
      item.tooltip = detail;
      item.backgroundColor = isWarning ? new ThemeColor('statusBarItem.warningBackground') : undefined;
      item.accessibilityInformation = { label: `${text.replace(/^\$\([^)]*\) /, '')}. ${detail}`, role: 'button' };
      item.show();
    },
    dispose: () => item.dispose(),
  };
}
