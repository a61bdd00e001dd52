import { window, type Disposable, type OutputChannel } from 'vscode';
import type { LogViews } from '../../servers/server-parts.ts';

/** Logs as output channels, one for each title; they end with the extension. */
export function createLogViews(): LogViews & Disposable {
  const channels = new Map<string, OutputChannel>();
  const end = new AbortController();
  return {
    show(title, follow) {
      const known = channels.get(title);
      const channel = known ?? window.createOutputChannel(title, 'log');
      channels.set(title, channel);
      channel.show();
      if (known !== undefined) return;
      const write = (line: string): void => {
        if (!end.signal.aborted) channel.appendLine(line);
      };
      follow(write, end.signal).catch((error: unknown) => write(String(error)));
    },
    dispose() {
      end.abort();
      for (const channel of channels.values()) channel.dispose();
    },
  };
}
