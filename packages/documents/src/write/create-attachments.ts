import { toAttachmentName, type Attachment, type AttachmentNames } from './attachment.ts';

/** The part of a text that a note shows. */
export interface CappedText {
  readonly shown: string;
  /** Markdown that links to the whole text, where something was left out. */
  readonly note?: string;
}

/** The files of one result, and the room that is left for text. */
export interface Attachments {
  /** Keeps a file; gives the name to link to. */
  add(bytes: Uint8Array, mimeType: string): string;
  /** Takes room for a text; what is too long is kept as a whole in a file. */
  cap(text: string, mimeType: string): CappedText;
  list(): readonly Attachment[];
}

/** No files yet, and room for `maxLength` characters; no file gets a name that is `taken`. */
export function createAttachments(
  names: AttachmentNames,
  maxLength: number,
  taken: ReadonlySet<string> = new Set(),
): Attachments {
  const list: Attachment[] = [];
  let room = maxLength;
  let number = 0;

  function nextName(mimeType: string): string {
    const name = toAttachmentName(names, ++number, mimeType);
    return taken.has(name) ? nextName(mimeType) : name;
  }

  function add(bytes: Uint8Array, mimeType: string): string {
    const name = nextName(mimeType);
    list.push({ name, bytes });
    return name;
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
      const name = add(new TextEncoder().encode(text), mimeType);
      return { shown, note: `… [the whole output, ${text.length} characters](${name})` };
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
