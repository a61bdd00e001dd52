/** How a client wants its answers. */
export type AnswerForm = 'events' | 'json';

/** What the SDKs send, which is most of all that comes. */
const USUAL = 'application/json, text/event-stream';

/** The form that an `accept` header asks for: a stream where it is named, else JSON; `undefined` where it takes neither. */
export function parseAccept(accept: string | undefined): AnswerForm | undefined {
  if (accept === USUAL) return 'events';
  const types = (accept ?? '*/*').split(',').map((part) => part.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  if (types.includes('text/event-stream')) return 'events';
  if (types.some((type) => ['application/json', 'application/*', '*/*', ''].includes(type))) return 'json';
  return types.includes('text/*') ? 'events' : undefined;
}
