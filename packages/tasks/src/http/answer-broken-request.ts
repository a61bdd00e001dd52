import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEMS, type Problem } from '../domain/problem.ts';
import { toProblemBody } from '../operations/to-problem-body.ts';

const BY_CODE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: { kind: 'headers-too-large', detail: 'The URL and headers together are larger than 16 KB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { kind: 'request-timeout', detail: 'The request did not arrive in time.' },
};

const BROKEN: Problem = { kind: 'malformed-request', detail: 'This is not an HTTP/1.1 request.' };

/** Answers what is no request of HTTP, and ends its connection; gives its status, or `null` where nobody is there to read it. */
export function answerBrokenRequest(code: string, socket: Socket, requestId: string): number | null {
  if (code === 'ECONNRESET' || !socket.writable) return null;
  const problem = BY_CODE[code] ?? BROKEN;
  const { status } = PROBLEMS[problem.kind];
  const body = JSON.stringify(toProblemBody(problem, requestId));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  return status;
}
