import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createStreamLink, type ByteSource, type Link } from '@toolyard/core';
import { followProcess, type FollowedProcess } from './follow-process.ts';

export interface CommandLinkOptions extends Omit<FollowedProcess, 'onExit'> {
  /** A line on stdout that is not a message, masked. */
  onNoise(line: string): void;
}

/** Moves frames to and from a process; the link ends with the process, and the process with the link. */
export function createCommandLink(options: CommandLinkOptions): Link {
  const { child, mask } = options;
  const source = createSource(child);
  const life = followProcess({ ...options, onExit: () => source.stopPausing() });
  return createStreamLink({
    source,
    sink: child.stdin,
    ended: life.ended,
    close: () => life.close(),
    onNoise(line) {
      if (line.trim() !== '') options.onNoise(mask(line, true));
    },
    onOverlong() {
      life.end('sent a message over 64 MB');
      child.stdout.destroy();
    },
  });
}

/** stdout as a source that stops obeying `pause` once there is only a rest to read, however busy the receiver is. */
function createSource({ stdout }: ChildProcessWithoutNullStreams): ByteSource & { stopPausing(): void } {
  let mayPause = true;
  return {
    on: (event, listener) => stdout.on(event, listener),
    pause: () => mayPause && stdout.pause(),
    resume: () => stdout.resume(),
    stopPausing: () => void (mayPause = false),
  };
}
