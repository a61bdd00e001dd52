import { EditedBytes, toNewText, type NewText } from './edited-bytes.ts';
import { encodeText } from './encode-text.ts';
import { scanObject, type ScannedObject } from './scan-json.ts';
import type { Span } from './span.ts';

/** One replacement in a JSON text: the bytes of `span` give way to `text`. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** JSON texts by the names of members. */
export type MemberTexts = Readonly<Record<string, string>>;

/**
 * The edits that set members of an object to the given JSON texts: present ones are replaced, others added.
 *
 * Editing keeps what was not named byte for byte: numbers too large for JavaScript, the order of members, white space.
 */
export function editMembers(bytes: Uint8Array, members: MemberTexts): Edit[] {
  const edits: Edit[] = [];
  const scanned = scanObject(bytes);
  if (scanned !== undefined) new ObjectEdits(edits, scanned).setAll(members);
  return edits;
}

/** Adds the edits of one object to others, where it is known already what it has and where it ends. */
export class ObjectEdits {
  readonly #edits: Edit[];
  readonly #object: ScannedObject;
  #isEmpty: boolean;

  constructor(edits: Edit[], object: ScannedObject) {
    this.#edits = edits;
    this.#object = object;
    this.#isEmpty = object.members.size === 0;
  }

  set(name: string, text: string): void {
    const { members, end } = this.#object;
    const present = members.get(name);
    if (present !== undefined) {
      this.#edits.push({ span: present, text });
    } else {
      const separator = this.#isEmpty ? '' : ',';
      this.#isEmpty = false;
      const span = { start: end - 1, end: end - 1 };
      this.#edits.push({ span, text: `${separator}${JSON.stringify(name)}:${text}` });
    }
  }

  setAll(members: MemberTexts): void {
    for (const name of Object.keys(members)) this.set(name, members[name] ?? '');
  }
}

/** A copy of `bytes` with all edits made; edits must not overlap, their order does not matter. */
export function applyByteEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const ordered = inOrder(edits);
  const texts: NewText[] = [];
  let size = bytes.length;
  for (let index = 0; index < ordered.length; index++) {
    const { span, text } = ordered[index] ?? NO_EDIT;
    const put = toNewText(text);
    texts.push(put);
    size += put.length - (span.end - span.start);
  }
  const output = new EditedBytes(size);
  let from = 0;
  for (let index = 0; index < ordered.length; index++) {
    const { span } = ordered[index] ?? NO_EDIT;
    output.copy(bytes, from, span.start);
    output.put(texts[index] ?? '');
    from = span.end;
  }
  output.copy(bytes, from, bytes.length);
  return output.bytes;
}

/** Edits mostly come in the order of the text, and sorting costs more than all else that is done with them. */
function inOrder(edits: readonly Edit[]): readonly Edit[] {
  let last = 0;
  for (let index = 0; index < edits.length; index++) {
    const { span } = edits[index] ?? NO_EDIT;
    if (span.start < last) return edits.toSorted((left, right) => left.span.start - right.span.start);
    last = span.start;
  }
  return edits;
}

/** Stands where a list has none, which never happens. */
const NO_EDIT: Edit = { span: { start: 0, end: 0 }, text: '' };

/** The JSON text of an object with members set to the given JSON texts, everything else as it was. */
export function setMembers(json: string, members: MemberTexts): string {
  const bytes = encodeText(json);
  const edits = editMembers(bytes, members);
  return new TextDecoder().decode(applyByteEdits(bytes, edits));
}
