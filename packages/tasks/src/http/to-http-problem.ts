import type { Problem } from '../domain/problem.ts';
import { BODY_TOO_LARGE } from '../operations/request-limits.ts';
import { toProblem } from '../operations/to-problem.ts';

/** What Fastify refuses by itself. */
const BY_CODE: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: BODY_TOO_LARGE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    kind: 'media-type',
    detail: 'Send the body as JSON, with "Content-Type: application/json".',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    kind: 'malformed-request',
    detail: 'The length of the body differs from its Content-Length.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    kind: 'malformed-request',
    detail: 'The body is not valid JSON, or has a key such as "__proto__".',
  },
  FST_ERR_MAX_PARAM_LENGTH: { kind: 'uri-too-long', detail: 'The URL is too long.' },
  FST_ERR_BAD_URL: { kind: 'malformed-request', detail: 'The URL has an invalid percent-encoding.' },
};

/** The problem to answer with for anything that an operation or Fastify threw. */
export function toHttpProblem(thrown: unknown): Problem {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
  const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
  return known ?? toProblem(thrown);
}
