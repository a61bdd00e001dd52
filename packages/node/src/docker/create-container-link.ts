import type { Duplex } from 'node:stream';
import { createStreamLink, type ByteSource, type Link } from '@toolyard/core';
import { followContainer, type FollowedContainer } from './follow-container.ts';

export interface ContainerLinkOptions extends Omit<FollowedContainer, 'onExit' | 'onStdout'> {
  /** A line on stdout that is not a message, masked. */
  onNoise(line: string): void;
}

/** Moves frames to and from a container's stdin and stdout; the link ends with the container, and the container with the link. */
export function createContainerLink(options: ContainerLinkOptions): Link {
  const { stream, mask } = options;
  const source = createSource(stream);
  const life = followContainer({
    ...options,
    onStdout: (bytes) => source.push(bytes),
    onExit: () => source.stopPausing(),
  });
  return createStreamLink({
    source,
    sink: stream,
    ended: life.ended,
    close: () => life.close(),
    onNoise(line) {
      if (line.trim() !== '') options.onNoise(mask(line, true));
    },
    onOverlong() {
      life.end('sent a message over 64 MB');
      stream.destroy();
    },
  });
}

interface Source extends ByteSource {
  push(bytes: Uint8Array): void;
  stopPausing(): void;
}

/** stdout as a source: a pause holds back the whole connection, and is not obeyed once there is only a rest to read. */
function createSource(stream: Duplex): Source {
  let listener: (bytes: Uint8Array) => void = () => undefined;
  let early: Uint8Array[] = [];
  let isHeard = false;
  let mayPause = true;
  return {
    on(_event, given) {
      listener = given;
      isHeard = true;
      for (const bytes of early) listener(bytes);
      early = [];
    },
    push(bytes) {
      if (isHeard) listener(bytes);
      else early.push(bytes);
    },
    pause: () => mayPause && stream.pause(),
    resume: () => stream.resume(),
    stopPausing: () => void (mayPause = false),
  };
}
