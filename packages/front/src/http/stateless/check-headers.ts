import type { IncomingHttpHeaders } from 'node:http';
import { headerNameOf, type Frame } from '@toolyard/core';
import type { Refusal } from '../refusal.ts';
import { claimedRevision } from '../../stateless/envelope.ts';
import { checkRevision } from '../../stateless/is-stateless.ts';
import { decodeHeaderValue } from './decode-header-value.ts';
import { toMismatch } from './to-mismatch.ts';

/** Refuses a request of another revision, or whose headers say something else than its body: whoever stands between reads only them. */
export function checkHeaders(frame: Frame, headers: IncomingHttpHeaders): Refusal | undefined {
  const revision = claimedRevision(frame);
  const { 'mcp-protocol-version': revisionHeader, 'mcp-method': methodHeader } = headers;
  if (revisionHeader !== undefined && revisionHeader !== revision) {
    return toMismatch('MCP-Protocol-Version', revisionHeader, revision);
  }
  const unsupported = checkRevision(frame);
  if (unsupported !== undefined) return { ...unsupported, status: 400 };
  if (revisionHeader === undefined) return toMismatch('MCP-Protocol-Version', undefined, revision);
  if (methodHeader !== frame.method) return toMismatch('Mcp-Method', methodHeader, frame.method);
  return checkName(frame, headers['mcp-name']);
}

function checkName(frame: Frame, header: string | string[] | undefined): Refusal | undefined {
  const name = headerNameOf(frame);
  // What is missing in the body is for the server to say.
  if (name === undefined) return undefined;
  const given = typeof header === 'string' ? decodeHeaderValue(header) : undefined;
  return given === name ? undefined : toMismatch('Mcp-Name', header, name);
}
