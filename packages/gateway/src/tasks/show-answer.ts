import {
  decodeSpan,
  decodeString,
  readRelatedTask,
  scanObject,
  type Edit,
  type Frame,
  type Members,
  type RequestId,
  type Span,
} from '@toolyard/core';
import { createByteFinder } from './create-byte-finder.ts';
import type { KnownTask, KnownTasks } from './known-tasks.ts';

/** What is known of the request that an answer is for. */
export interface AnsweredTaskRequest<Client> {
  readonly server: string;
  /** The client wants a task to be made of it, as the handshake era asks for one. */
  readonly isAugmented: boolean;
  readonly progressToken: RequestId | undefined;
  /** The task that the request is about, by our id. */
  readonly task?: string | undefined;
  readonly home: string;
  readonly client: Client;
  readonly isStateless: boolean;
}

const mentionsTask = createByteFinder('"taskId"');

/** An answer as the client gets it: every task in it has our id. Results without tasks are looked at, and not read. */
export function showAnswer<Client>(
  answer: Frame,
  request: AnsweredTaskRequest<Client>,
  known: KnownTasks<Client>,
): Frame {
  const task = request.task === undefined ? undefined : known.find(request.task);
  const result = answer.span('result');
  if (result === undefined) return task === undefined ? answer : showError(answer, task);
  if (!mentionsTask(answer.bytes, result)) return answer;
  const members = answer.result;
  if (members === undefined) return answer;
  return answer.edited(
    task === undefined ? showMade(answer, members, request, known) : showAsked(answer, members, task, known),
  );
}

/** The task that a call became, or one that its result belongs to. */
function showMade<Client>(
  { bytes }: Frame,
  members: Members,
  { client, isAugmented, server, isStateless, home, progressToken }: AnsweredTaskRequest<Client>,
  known: KnownTasks<Client>,
): Edit[] {
  const owner = isStateless ? undefined : client;
  const note = (span: Span): string =>
    known.note({ server, serverId: decodeString(bytes, span), isStateless, home, owner, progressToken });
  const edits: Edit[] = [];
  const made = isStateless ? findFlat(bytes, members) : isAugmented ? findNested(bytes, members) : undefined;
  const id = textSpan(bytes, made?.get('taskId'));
  if (made !== undefined && id !== undefined) {
    const own = note(id);
    keep(bytes, made, own, known);
    edits.push({ span: id, text: JSON.stringify(own) });
  }
  const related = readRelatedTask(bytes, members.get('_meta'));
  if (related !== undefined) edits.push({ span: related, text: JSON.stringify(note(related)) });
  return edits;
}

/** What a server says of a task that it was asked about, whatever it calls it there. */
function showAsked<Client>(
  { bytes }: Frame,
  members: Members,
  { id }: KnownTask<Client>,
  known: KnownTasks<Client>,
): Edit[] {
  keep(bytes, members, id, known);
  const inner = members.get('result');
  const innerMeta = inner && scanObject(bytes, inner.start)?.members.get('_meta');
  const spans = [
    textSpan(bytes, members.get('taskId')),
    readRelatedTask(bytes, members.get('_meta')),
    readRelatedTask(bytes, innerMeta),
  ];
  return spans.flatMap((span) => (span === undefined ? [] : { span, text: JSON.stringify(id) }));
}

/** Servers like to name the task that they do not know. */
function showError<Client>(answer: Frame, { id, serverId }: KnownTask<Client>): Frame {
  const error = answer.span('error');
  const span = error && textSpan(answer.bytes, scanObject(answer.bytes, error.start)?.members.get('message'));
  if (span === undefined) return answer;
  const message = decodeString(answer.bytes, span);
  const shown = replaceWord(message, serverId, id);
  return shown === message ? answer : answer.edited([{ span, text: JSON.stringify(shown) }]);
}

/** Short names are parts of other words. */
function replaceWord(text: string, word: string, by: string): string {
  const parts = text.split(word);
  if (word === '' || parts.length > MOST_PARTS) return text;
  return parts.reduce((done, part) => {
    const isPart = /[\p{L}\p{N}]$/u.test(done) || /^[\p{L}\p{N}]/u.test(part);
    return `${done}${isPart ? word : by}${part}`;
  });
}

const MOST_PARTS = 20;

function findFlat(bytes: Uint8Array, members: Members): Members | undefined {
  const type = members.get('resultType');
  return type !== undefined && decodeSpan(bytes, type) === '"task"' ? members : undefined;
}

function findNested(bytes: Uint8Array, members: Members): Members | undefined {
  const task = members.get('task');
  return task && scanObject(bytes, task.start)?.members;
}

function keep<Client>(bytes: Uint8Array, task: Members, id: string, known: KnownTasks<Client>): void {
  const span = task.get('ttlMs') ?? task.get('ttl');
  const ttl: unknown = span && JSON.parse(decodeSpan(bytes, span));
  if (ttl === null || typeof ttl === 'number') known.keepFor(id, ttl);
}

function textSpan(bytes: Uint8Array, span: Span | undefined): Span | undefined {
  return span !== undefined && bytes[span.start] === 0x22 ? span : undefined;
}
