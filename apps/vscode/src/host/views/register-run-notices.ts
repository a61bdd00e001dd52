import { systemClock } from '@toolyard/host';
import { commands, Disposable, window } from 'vscode';
import { reportFailure } from '../../commands/report-failure.ts';
import { followFolders } from '../../folder/follow-folders.ts';
import { createRunNotices } from '../../notices/create-run-notices.ts';
import { toNoticeText } from '../../notices/to-notice-text.ts';
import type { Parts } from '../parts.ts';

/** How long a few words stand in the status bar, in milliseconds. */
const MENTION_MS = 5000;

/** Tells of the runs of all folders; `showRun` opens the view of runs at one of them. */
export function registerRunNotices(
  parts: Parts,
  showRun: (folder: string, run: string) => Promise<boolean>,
): Disposable {
  const notices = createRunNotices({
    editor: parts.editor,
    clock: systemClock,
    async show(folder, [run, ...more]) {
      if (run === undefined) return;
      // Several stand on top of each other in the view.
      if (more.length > 0) await commands.executeCommand('toolyard.runs.focus');
      else await showRun(folder, run);
    },
    mention: (message) => {
      // A name could have the sign of an icon in it.
      const text = toNoticeText(message).replaceAll('$(', '$ (');
      window.setStatusBarMessage(`$(check) ${text}`, MENTION_MS);
    },
    onError: (error) => void reportFailure(error, 'Retry', parts),
  });
  return new Disposable(followFolders(parts.folders, (folder) => notices.watch(folder)));
}
