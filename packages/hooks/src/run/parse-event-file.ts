import {
  createReporter,
  parseJsonText,
  type Fields,
  type Place,
  type PlacedProblem,
  readShape,
  type Shape,
  type SourceNode,
} from '@toolyard/core';
import { EVENT_NAMES, type EventName } from '../hook/hook.ts';
import { isEventName } from '../event/parse-new-event.ts';
import { toRecordedValues } from './to-recorded-values.ts';

/** An event that a file describes. */
export interface GivenEvent {
  readonly name: EventName;
  readonly values: Readonly<Record<string, unknown>>;
  /** The names of values that are not among them, since the record has only a part of them, or masked them. */
  readonly cut: readonly string[];
}

/** The event of a file, or everything that is wrong with it, in the order of the text. */
export type ParsedEventFile =
  | { readonly event: GivenEvent }
  | { readonly problems: readonly [PlacedProblem, ...PlacedProblem[]] };

/** More than a record can have. */
const MAX_LENGTH = 33_554_432;

const NAME: Shape = { kind: 'choice', values: EVENT_NAMES };
const VALUES: Shape = { kind: 'map', of: { kind: 'anything' } };

/** `{ "name": "file.saved", "values": { … } }`. */
const PLAIN: Fields = {
  name: { shape: NAME, required: true, about: 'The event.' },
  values: { shape: VALUES, default: {}, about: 'Its values.' },
};

/** `{ "event": "file.saved", "context": { … } }`. */
const WITH_CONTEXT: Fields = {
  event: { shape: NAME, required: true, about: 'The event.' },
  context: { shape: VALUES, default: {}, about: 'Its values.' },
};

/** What is wanted of a line of `hooks log --json`. */
const RECORDED: Fields = {
  event: {
    shape: {
      kind: 'object',
      fields: {
        name: { shape: NAME, required: true, about: 'The event.' },
        context: { shape: VALUES, required: true, about: 'Its values.' },
        cut: { shape: { kind: 'list', of: { kind: 'string' } }, default: [], about: 'Values that are not whole.' },
      },
    },
    required: true,
    about: 'The event of the run.',
  },
};

const FORMS = 'an event, { "name": "file.saved", "values": { "path": "a.md" } }, or one record of "hooks log --json"';

/** Reads the text of a file with one event: a made-up one, or the record of a run. Never throws. */
export function parseEventFile(text: string): ParsedEventFile {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const reporter = createReporter(source);
  const refuse = (message: string, offset = 0): void => reporter.problem({ offset, path: [], message });
  let event: GivenEvent | undefined;
  if (source.length > MAX_LENGTH) refuse(`The file has ${source.length} characters; at most ${MAX_LENGTH} are read`);
  else if (hasSeveralLinesOfJson(source)) refuse(`The file must be ${FORMS}, not several`, source.indexOf('\n') + 1);
  else {
    const node = parseJsonText(source, reporter);
    if (node !== undefined && node.type !== 'object') refuse(`The file must be ${FORMS}`, node.offset);
    else if (node !== undefined) event = readEvent({ node, path: [], around: 0 }, reporter);
  }
  const [problem, ...others] = reporter.problems();
  if (problem !== undefined) return { problems: [problem, ...others] };
  // Every text that gives no event is reported.
  if (event === undefined) throw new Error('An event file was neither read nor refused');
  return { event };
}

/** What `hooks log --json` prints for several runs. */
function hasSeveralLinesOfJson(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2).map((line) => line.trim());
  return first.startsWith('{') && first.endsWith('}') && second.startsWith('{') && second.endsWith('}');
}

function readEvent(place: Place, reporter: ReturnType<typeof createReporter>): GivenEvent | undefined {
  const event = findMember(place.node, 'event');
  if (event?.type === 'object') {
    const read = readShape(place, { kind: 'object', fields: RECORDED }, { reporter });
    return reporter.count > 0 ? undefined : fromRecord(read);
  }
  const fields = event === undefined ? PLAIN : WITH_CONTEXT;
  const read = readShape(place, { kind: 'object', fields }, { reporter, strict: true });
  checkOwnName(place, event === undefined ? 'values' : 'context', reporter);
  return reporter.count > 0 ? undefined : fromPlain(read);
}

/** The name of the event stands for itself; another one among its values could not be meant. */
function checkOwnName({ node }: Place, member: string, reporter: ReturnType<typeof createReporter>): void {
  const values = findMember(node, member);
  const name = values === undefined ? undefined : findMember(values, 'event');
  if (name === undefined) return;
  const message = 'event is the name of the event and cannot be set among its values';
  reporter.problem({ offset: name.offset, path: [member, 'event'], message });
}

function findMember({ children = [] }: SourceNode, key: string): SourceNode | undefined {
  return children.find((property) => property.children?.[0]?.value === key)?.children?.[1];
}

function fromRecord(read: unknown): GivenEvent {
  const { event } = read as { readonly event: { name: EventName; context: GivenEvent['values']; cut: string[] } };
  return { name: event.name, values: toRecordedValues(event), cut: event.cut };
}

function fromPlain(read: unknown): GivenEvent {
  const { name, event, values, context } = read as Readonly<Record<string, unknown>>;
  const given = isEventName(name) ? name : event;
  return { name: given as EventName, values: (values ?? context) as GivenEvent['values'], cut: [] };
}
