import { toAttachmentName, type Attachment, type AttachmentNames } from './attachment.ts';

/** The part of a text that a note shows. */
export interface CappedText {
  readonly shown: string;
  /** Markdown that links to the whole text, where something was left out. */
  readonly note?: string;
}

/** A file that a result has, before it is named. */
export interface NewFile extends Omit<Attachment, 'name'> {
  readonly mimeType: string;
}

/** How files are named and linked; where nothing is said, a link is `[title](name)`. */
export interface FileNaming {
  /** Names that no file gets. */
  readonly taken?: ReadonlySet<string>;
  /** The Markdown that links to a file, by its name. */
  readonly links?: ReadonlyMap<string, string>;
}

/** The files of one result, and the room that is left for text. */
export interface Attachments {
  /** Keeps a file; gives the Markdown that links to it. */
  add(file: NewFile): string;
  /** Takes room for a text; what is too long is kept as a whole in a file. */
  cap(text: string, mimeType: string): CappedText;
  list(): readonly Attachment[];
}

/** No files yet, and room for `maxLength` characters. */
export function createAttachments(
  names: AttachmentNames,
  maxLength: number,
  { taken, links }: FileNaming = {},
): Attachments {
  const list: Attachment[] = [];
  let room = maxLength;
  let number = 0;

  function nextName(mimeType: string): string {
    const name = toAttachmentName(names, ++number, mimeType);
    return taken?.has(name) === true ? nextName(mimeType) : name;
  }

  function add({ mimeType, ...file }: NewFile): string {
    const name = nextName(mimeType);
    list.push({ name, ...file });
    return links?.get(name) ?? `${file.isImage ? '!' : ''}[${file.title}](${name})`;
  }

  return {
    add,
    cap(text, mimeType) {
      if (text.length <= room) {
        room -= text.length;
        return { shown: text };
      }
      const shown = cutText(text, room);
      room = 0;
      const title = `the whole output, ${text.length} characters`;
      const link = add({ bytes: new TextEncoder().encode(text), mimeType, title, isImage: false });
      return { shown, note: `… ${link}` };
    },
    list: () => list,
  };
}

/** Whole lines where there are some, and never half a character. */
function cutText(text: string, length: number): string {
  const cut = text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
  const end = cut.lastIndexOf('\n');
  return end > 0 ? cut.slice(0, end) : cut;
}
