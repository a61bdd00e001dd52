import type { FieldError } from '../domain/field-error.ts';
import type { TaskError } from './task-error.ts';
import type { TaskToolAnswer } from './tools/task-tool.ts';

/** Where the result of a call says how the call is named in logs. */
const REQUEST_ID = 'dev.toolyard/request-id';

/** The result of a call that went well, as JSON: for people first, then for machines. */
export function toResult({ text, structured }: TaskToolAnswer, requestId: string): string {
  return JSON.stringify({
    content: [toText(text), toText(JSON.stringify(structured))],
    structuredContent: structured,
    isError: false,
    _meta: { [REQUEST_ID]: requestId },
  });
}

/** The result of a failed call, as JSON. */
export function toErrorResult(error: TaskError, requestId: string): string {
  return JSON.stringify({
    content: [toText(describe(error)), toText(JSON.stringify(error))],
    structuredContent: error,
    isError: true,
    _meta: { [REQUEST_ID]: requestId },
  });
}

function toText(text: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text };
}

function describe({ message, details, suggestions = [] }: TaskError): string {
  const { fields, reason }: Readonly<Record<string, unknown>> = { ...details };
  const lines = Array.isArray(fields) ? fields.map(describeField) : suggestions;
  const what = typeof reason === 'string' ? `${message}: ${reason.replace(/\.$/, '')}` : message;
  return [`${what}.`, ...lines.map((line) => `- ${line}`)].join('\n');
}

function describeField({ field, message, suggestion }: FieldError): string {
  return `${field}: ${message}${suggestion === null ? '' : `. ${suggestion}`}`;
}
