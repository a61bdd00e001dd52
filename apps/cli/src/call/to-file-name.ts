const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['application/gzip', 'gz'],
  ['application/json', 'json'],
  ['application/octet-stream', 'bin'],
  ['application/pdf', 'pdf'],
  ['application/xml', 'xml'],
  ['application/zip', 'zip'],
  ['audio/aac', 'aac'],
  ['audio/flac', 'flac'],
  ['audio/mp3', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['audio/wave', 'wav'],
  ['audio/webm', 'weba'],
  ['audio/x-wav', 'wav'],
  ['image/apng', 'apng'],
  ['image/avif', 'avif'],
  ['image/bmp', 'bmp'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
  ['image/jpg', 'jpg'],
  ['image/png', 'png'],
  ['image/svg+xml', 'svg'],
  ['image/tiff', 'tiff'],
  ['image/vnd.microsoft.icon', 'ico'],
  ['image/webp', 'webp'],
  ['image/x-icon', 'ico'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
]);

const MAX_STEM = 80;
const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** What a file name is made from; both parts come from a server and are not trusted. */
export interface FileNameSource {
  /** Used where the URI gives no name: `image`, `audio`, `resource`. */
  readonly fallback: string;
  readonly uri?: string;
  readonly mimeType?: string;
}

/** A file name without folders, hidden or reserved names, or odd characters; its extension follows the MIME type. */
export function toFileName({ fallback, uri, mimeType }: FileNameSource): string {
  const last = toLastSegment(uri ?? '');
  const dot = last.lastIndexOf('.');
  const ownExtension = dot > 0 ? cleanPart(last.slice(dot + 1), MAX_STEM) : '';
  const extension =
    EXTENSIONS.get(toEssence(mimeType)) ?? (/^[a-z0-9]{1,8}$/i.test(ownExtension) ? ownExtension : 'bin');
  // "notes.tar.gz" of type application/zip becomes "notes.tar.zip": a viewer goes by the extension, and so must we.
  const stem = cleanPart(dot > 0 ? last.slice(0, dot) : last, MAX_STEM);
  const usable = stem === '' || RESERVED_ON_WINDOWS.test(stem.split('.')[0] ?? '') ? fallback : stem;
  return `${usable}.${extension}`;
}

function toEssence(mimeType: string | undefined): string {
  return (mimeType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function toLastSegment(uri: string): string {
  const path = uri.replace(/[?#].*$/s, '').replace(/^[a-z][a-z0-9+.-]*:(?:\/\/[^/]*)?/i, '');
  const last = path.split(/[/\\]/).findLast((segment) => segment !== '') ?? '';
  try {
    return decodeURIComponent(last).split(/[/\\]/).at(-1) ?? '';
  } catch {
    return last;
  }
}

function cleanPart(text: string, length: number): string {
  const clean = text.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '');
  return clean.slice(0, length).replace(/[.-]+$/, '');
}
