import type { CallProgress } from '@toolyard/core';
import type { Host } from '../host/host.ts';
import { createSpinner } from './create-spinner.ts';

/** Shows on a terminal how far a call is; `stop` removes the line. */
export function showProgress(host: Host, tool: string): { onProgress(progress: CallProgress): void; stop(): void } {
  const spinner = createSpinner(host);
  spinner.show(`Calling ${tool}`);
  return {
    onProgress({ progress, total, message }) {
      const part = total === undefined || total <= 0 ? String(progress) : `${Math.floor((progress / total) * 100)} %`;
      spinner.show(`Calling ${tool}: ${[part, message].filter(Boolean).join(' ')}`);
    },
    stop: () => spinner.stop(),
  };
}
