/** A file that belongs to a result. */
export interface Attachment {
  /** Without folders; safe on every system. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Markdown for the words of its link. */
  readonly title: string;
  readonly isImage: boolean;
}

/** What the files of one result are named after, so that they have the same names each time. */
export interface AttachmentNames {
  /** The note's name without its extension. */
  readonly note: string;
  /** The block's id. */
  readonly id: string;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'audio/flac': 'flac',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'weba',
  'audio/x-wav': 'wav',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/markdown': 'md.txt',
  'text/plain': 'txt',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
};
const MAX_PART = 60;

/** The name of the n-th file of a result; what its type does not tell safely ends in `bin`. */
export function toAttachmentName({ note, id }: AttachmentNames, number: number, mimeType: string): string {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const extension = Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type] : 'bin';
  return `${cleanPart(note, 'note')}${toBlockPart(id)}${number}.${extension}`;
}

/** Whether a file is named after a block, whatever its note was called then; its place may have added to the number. */
export function isAttachmentOf(id: string, name: string): boolean {
  const part = toBlockPart(id);
  const at = name.lastIndexOf(part);
  return at > 0 && /^\d+[ .]/.test(name.slice(at + part.length));
}

/** The bytes of base64 in either alphabet, with or without padding; nothing where it is none. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const compact = text.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
  // From the start on: a search for the padding at the end takes quadratic time on padding that is not there.
  const digits = /^([A-Za-z0-9+/]*)=*$/.exec(compact)?.[1];
  if (digits === undefined || digits.length % 4 === 1) return undefined;
  const binary = atob(digits);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toBlockPart(id: string): string {
  return `-${cleanPart(id, 'result')}-`;
}

function cleanPart(text: string, fallback: string): string {
  const clean = text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '');
  return clean.slice(0, MAX_PART).replace(/[\ud800-\udbff]$|[.-]+$/, '') || fallback;
}
