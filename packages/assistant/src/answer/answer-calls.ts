import { toCanonicalJson, ToolyardError, type CallStatus, type Clock, type JsonObject } from '@toolyard/core';
import type { ModelContent, RequestedCall, ToolAnswer } from '../model/model.ts';
import type { AskedCall, CallOutcome, CallRunner, CallListener } from '../tools/create-call-runner.ts';
import { toToolContent } from '../tools/to-tool-content.ts';
import type { AnswerEvent } from './answer-event.ts';

/** What the calls of a turn are answered with. */
export interface CallAnswering extends Pick<CallListener, 'onFound'> {
  readonly runner: CallRunner;
  /** The tool id that a model means by a name. */
  readonly resolve: (name: string) => string;
  readonly clock: Pick<Clock, 'now'>;
  readonly takesImages: boolean;
  /** Whether a call was made too often in a row; counts it. */
  readonly isRepeated: (call: AskedCall) => boolean;
  /** Takes secrets out of what tools returned. */
  readonly redact: (text: string) => string;
  /** Why no call of this turn is made. */
  readonly refusal?: ToolyardError | undefined;
  onEvent(event: AnswerEvent): void;
}

/** Answers every call of a turn, each by its id as soon as it has ended. */
export async function answerCalls(
  calls: readonly RequestedCall[],
  answers: Map<string, ToolAnswer>,
  answering: CallAnswering,
  signal: AbortSignal,
): Promise<void> {
  const { runner, clock, onEvent, onFound } = answering;
  const startedAt = new Map<string, number>();
  const names = new Map<string, string>();

  function onEnded({ id, tool }: AskedCall, end: CallOutcome): void {
    const content = toContent(end, answering);
    const isError = ToolyardError.is(end) || end.kind !== 'success';
    // Providers want the name back as the model wrote it.
    answers.set(id, { id, name: names.get(id) ?? tool, isError, content });
    const started = startedAt.get(id);
    const durationMs = started === undefined ? {} : { durationMs: clock.now() - started };
    onEvent({ type: 'tool-result', id, status: toStatus(end), text: toPlainText(content), ...durationMs });
  }

  const asked: AskedCall[] = [];
  const noted: Promise<void>[] = [];
  for (const { id, name, arguments: given } of calls) {
    const tool = answering.resolve(name);
    names.set(id, name);
    onEvent({ type: 'tool-call', id, tool, arguments: given });
    const call = { id, tool, arguments: typeof given === 'string' ? {} : given };
    const why = answering.refusal ?? findRefusal(call, given, answering);
    if (why === undefined) {
      asked.push(call);
      continue;
    }
    onEnded(call, why);
    noted.push(runner.refuse(call, why));
  }
  const onDecided: CallListener['onDecided'] = ({ id }, decision) => {
    onEvent({ type: 'approval', id, decision });
    startedAt.set(id, clock.now());
  };
  await runner.run(asked, { onDecided, onEnded, ...(onFound === undefined ? {} : { onFound }) }, signal);
  await Promise.all(noted);
}

/** Tells the third of equal calls in a row, and every further one, from those that are to be made. */
export function createRepeatGuard(): (call: AskedCall) => boolean {
  let last: string | undefined;
  let count = 0;
  return ({ tool, arguments: given }) => {
    const key = `${tool} ${toCanonicalJson(given)}`;
    count = key === last ? count + 1 : 1;
    last = key;
    return count > 2;
  };
}

function findRefusal(
  call: AskedCall,
  given: JsonObject | string,
  { isRepeated }: CallAnswering,
): ToolyardError | undefined {
  if (typeof given === 'string') {
    const message = `Invalid parameters for ${call.tool}: they are no JSON object`;
    return new ToolyardError('arguments-invalid', message);
  }
  if (!isRepeated(call)) return undefined;
  const message = `${call.tool} was not called: the last two calls were the same. Use what they gave, or call it with other arguments.`;
  return new ToolyardError('call-repeated', message);
}

function toContent(end: CallOutcome, { takesImages, redact }: CallAnswering): readonly ModelContent[] {
  const content: readonly ModelContent[] = ToolyardError.is(end)
    ? [{ type: 'text', text: end.message }]
    : toToolContent(end, takesImages);
  return content.map((part) => (part.type === 'text' ? { ...part, text: redact(part.text) } : part));
}

/** The texts of a message, a line each. */
export function toPlainText(content: readonly ModelContent[]): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function toStatus(end: CallOutcome): CallStatus {
  if (!ToolyardError.is(end)) return end.kind === 'success' ? 'success' : 'error';
  if (end.code === 'call-timeout') return 'timeout';
  return end.code === 'call-cancelled' ? 'cancelled' : 'error';
}
