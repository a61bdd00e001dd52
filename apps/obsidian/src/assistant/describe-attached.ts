import { parseNote } from '@toolyard/documents';
import { describeText, type ModelContent, type ReadConversation } from '@toolyard/host/assistant';
import { findEmbeds, type Embed } from './find-embeds.ts';
import { findNotePart } from './find-note-part.ts';

/** What goes with a question besides the conversation. */
export interface AttachedTexts {
  readonly selection?: string | undefined;
  /** The text of the note that a path leads to, or of the note itself for an empty one; `null` for a file that is no note, `undefined` where there is none. */
  readonly read: (path: string) => Promise<string | null | undefined>;
}

/** The most characters of one text, and the most texts that are embedded. */
const MOST_LENGTH = 20_000;
const MOST_EMBEDS = 20;

/**
 * What a model is told of a selection and of the notes that people embed in a conversation; results of tools in them are marked as data, and
 * what is not there or left out is said.
 */
export async function describeAttached(
  { ownText }: Pick<ReadConversation, 'ownText'>,
  { selection = '', read }: AttachedTexts,
): Promise<readonly ModelContent[]> {
  const once = findEmbeds(ownText);
  const texts = await Promise.all(once.slice(0, MOST_EMBEDS).map((embed) => describeEmbed(embed, read)));
  const rest = once.slice(MOST_EMBEDS).map(({ markdown }) => markdown);
  return [
    ...(selection.trim() === ''
      ? []
      : [`The user has selected this text of the note:\n\n${describe(selection.trim())}`]),
    ...texts,
    ...(rest.length === 0 ? [] : [`The texts of these are left out: ${rest.join(', ')}`]),
  ].map((text) => ({ type: 'text', text }));
}

async function describeEmbed({ markdown, path, part }: Embed, read: AttachedTexts['read']): Promise<string> {
  const whole = await read(path);
  if (whole === null) return `${markdown} is no note, so its content is left out.`;
  const text = whole === undefined ? undefined : findNotePart(whole, part);
  return text === undefined ? `${markdown} was not found.` : `${markdown} shows this text:\n\n${describe(text)}`;
}

/** Cut before results are marked, so that each mark has its end. */
function describe(text: string): string {
  const left = text.length - MOST_LENGTH;
  const note = parseNote(text.slice(0, MOST_LENGTH), { servers: [] });
  const described = describeText(note, 0, note.text.length);
  return left <= 0 ? described : `${described}\n[The last ${left} characters of this text are left out.]`;
}
