import type { ModelContent, ReadConversation } from '@toolyard/host/assistant';
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

/** What a model is told of a selection and of the notes that a conversation embeds; what is not there or left out is said. */
export async function describeAttached(
  conversation: ReadConversation,
  { selection = '', read }: AttachedTexts,
): Promise<readonly ModelContent[]> {
  const said = conversation.messages.flatMap((message) => (message.role === 'user' ? message.content : []));
  const embeds = [...said, ...conversation.question].flatMap((each) =>
    each.type === 'text' ? findEmbeds(each.text) : [],
  );
  const once = [...new Map(embeds.map((embed) => [embed.markdown, embed])).values()];
  const texts = await Promise.all(once.slice(0, MOST_EMBEDS).map((embed) => describeEmbed(embed, read)));
  const rest = once.slice(MOST_EMBEDS).map(({ markdown }) => markdown);
  return [
    ...(selection.trim() === '' ? [] : [`The user has selected this text of the note:\n\n${cut(selection.trim())}`]),
    ...texts,
    ...(rest.length === 0 ? [] : [`The texts of these are left out: ${rest.join(', ')}`]),
  ].map((text) => ({ type: 'text', text }));
}

async function describeEmbed({ markdown, path, part }: Embed, read: AttachedTexts['read']): Promise<string> {
  const whole = await read(path);
  if (whole === null) return `${markdown} is no note, so its content is left out.`;
  const text = whole === undefined ? undefined : findNotePart(whole, part);
  return text === undefined ? `${markdown} was not found.` : `${markdown} shows this text:\n\n${cut(text)}`;
}

function cut(text: string): string {
  const left = text.length - MOST_LENGTH;
  return left <= 0 ? text : `${text.slice(0, MOST_LENGTH)}\n[The last ${left} characters of this text are left out.]`;
}
