import { describeReceived, type FieldError } from '../domain/field-error.ts';

const MAX_FIELDS = 50;
const MAX_TEXT = 500;

/** The field errors in an answer: of problem details (`errors`), or of FastAPI (`detail` with `loc` and `msg`). */
export function parseBackendFields(body: unknown): FieldError[] {
  const { errors, detail }: Readonly<Record<string, unknown>> = { ...Object(body) };
  const entries: unknown[] = Array.isArray(errors) ? errors : Array.isArray(detail) ? detail : [];
  return entries.slice(0, MAX_FIELDS).flatMap((entry) => parseField({ ...Object(entry) }) ?? []);
}

function parseField(entry: Readonly<Record<string, unknown>>): FieldError | undefined {
  const field = readText(entry['field']) ?? readPlace(entry['loc']);
  const message = readText(entry['message']) ?? readText(entry['msg']);
  if (field === undefined || message === undefined) return undefined;
  const received = Object.hasOwn(entry, 'received_value') ? entry['received_value'] : entry['input'];
  return {
    field,
    message,
    received_value: received === null ? null : describeReceived(received),
    suggestion: readText(entry['suggestion']) ?? null,
  };
}

/** `["body", "title"]` is the field `title`. */
function readPlace(place: unknown): string | undefined {
  if (!Array.isArray(place)) return undefined;
  const steps: unknown[] = place[0] === 'body' || place[0] === 'query' || place[0] === 'path' ? place.slice(1) : place;
  return steps.length === 0 ? 'body' : steps.map(String).join('.').slice(0, MAX_TEXT);
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined;
}
