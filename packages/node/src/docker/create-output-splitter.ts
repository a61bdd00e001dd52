/** Takes apart the one stream in which the engine sends both outputs of a container. */
export interface OutputSplitter {
  push(chunk: Uint8Array): void;
}

/** Who gets the parts. */
export interface OutputHandlers {
  onStdout(bytes: Uint8Array): void;
  onStderr(bytes: Uint8Array): void;
  /** The stream is not what it must be; nothing more of it is read. */
  onGarbage(): void;
}

const HEADER_BYTES = 8;
const STDERR = 2;

/** Hands bytes on as they come, however they are cut: nothing but a header is ever kept. */
export function createOutputSplitter(handlers: OutputHandlers): OutputSplitter {
  const header = new Uint8Array(HEADER_BYTES);
  let headerSize = 0;
  let left = 0;
  let isGarbage = false;

  /** Takes what belongs to the header; gives how much that was. */
  function takeHeader(chunk: Uint8Array): number {
    const part = chunk.subarray(0, HEADER_BYTES - headerSize);
    header.set(part, headerSize);
    headerSize += part.length;
    if (headerSize < HEADER_BYTES) return part.length;
    const [kind = 0, ...zeros] = header.subarray(0, 4);
    isGarbage = kind > STDERR || zeros.some((byte) => byte !== 0);
    if (isGarbage) handlers.onGarbage();
    left = new DataView(header.buffer).getUint32(4);
    if (left === 0) headerSize = 0;
    return part.length;
  }

  function takeBytes(chunk: Uint8Array): number {
    const part = chunk.subarray(0, left);
    left -= part.length;
    if (left === 0) headerSize = 0;
    if (header[0] === STDERR) handlers.onStderr(part);
    else handlers.onStdout(part);
    return part.length;
  }

  return {
    push(chunk) {
      let rest = chunk;
      while (rest.length > 0 && !isGarbage) rest = rest.subarray(left === 0 ? takeHeader(rest) : takeBytes(rest));
    },
  };
}
