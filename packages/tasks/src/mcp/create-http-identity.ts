import { editParams, type Frame } from '@toolyard/core';
import type { CallIdentity } from './mcp-caller.ts';
import { createHttpCallers, type HttpCallersOptions, type HttpHeaders } from './create-http-callers.ts';

/** Whoever the headers of each HTTP request prove: a session alone proves nothing. */
export interface HttpIdentity extends CallIdentity {
  /** Notes in a message what its headers say; whatever its client wrote there itself is gone. */
  note(message: Frame, headers: HttpHeaders): Frame;
}

/** In `_meta`, and only between the HTTP server and the tools. */
const NOTED = 'dev.toolyard/http-headers';
const NAMES = ['authorization', 'x-user-id', 'x-request-id'] as const;

/** Messages must pass through `note` before they are served. */
export function createHttpIdentity(options: HttpCallersOptions): HttpIdentity {
  const callerOf = createHttpCallers(options);
  return {
    note(message, headers) {
      if (message.method !== 'tools/call' && message.method !== 'tools/list') return message;
      const noted = Object.fromEntries(NAMES.map((name) => [name, headers[name]]));
      return message.edited(editParams(message, { meta: { [NOTED]: JSON.stringify(noted) } }));
    },
    callerOf: (request) => callerOf(readNoted(request)),
    requestIdOf(request) {
      const id = readNoted(request)['x-request-id'];
      return typeof id === 'string' && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
    },
  };
}

function readNoted(request: Frame): HttpHeaders {
  const meta: Readonly<Record<string, unknown>> = { ...Object(request.param('_meta')) };
  const noted: Readonly<Record<string, unknown>> = { ...Object(meta[NOTED]) };
  return Object.fromEntries(NAMES.map((name) => [name, readText(noted[name])]));
}

/** A header that stands twice says nothing. */
function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
