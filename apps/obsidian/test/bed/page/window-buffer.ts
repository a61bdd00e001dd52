import { Buffer } from 'buffer';

/** Node's Buffer, as a window with Node in it has it: the package lacks an encoding. */
export const WindowBuffer: typeof Buffer = Buffer;

const { toString } = Buffer.prototype;
Buffer.prototype.toString = function toText(encoding?: BufferEncoding, start?: number, end?: number): string {
  if (encoding !== 'base64url') return toString.call(this, encoding, start, end);
  const text = toString.call(this, 'base64', start, end);
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};
