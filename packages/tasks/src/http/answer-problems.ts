import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEMS, type Problem } from '../domain/problem.ts';
import { toUnknownRoute } from '../operations/find-operations.ts';
import type { RecordOf } from './journal-requests.ts';
import type { Operation } from '../operations/operation.ts';
import { describeError, toProblem } from '../operations/to-problem.ts';
import { toProblemBody } from '../operations/to-problem-body.ts';
import { BODY_TOO_LARGE, BODY_UNREADABLE } from '../operations/request-limits.ts';

/** What Fastify refuses by itself. */
const FASTIFY_PROBLEMS: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: BODY_TOO_LARGE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    kind: 'media-type',
    detail: 'Send the body as JSON, with "Content-Type: application/json".',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    kind: 'malformed-request',
    detail: 'The length of the body differs from its Content-Length.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: BODY_UNREADABLE,
  FST_ERR_MAX_PARAM_LENGTH: { kind: 'uri-too-long', detail: 'The URL is too long.' },
  FST_ERR_BAD_URL: { kind: 'malformed-request', detail: 'The URL has an invalid percent-encoding.' },
};

/** Answers whatever goes wrong, unknown paths and methods included, with a problem. */
export function answerProblems(app: FastifyInstance, operations: readonly Operation[], recordOf: RecordOf): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, recordOf));
  // Not in a handler of its own, which would run only when the body has come.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw toUnknownRoute(operations, request);
  });
}

/** Answers with the problem of what was thrown, and notes it for the log. */
export function sendProblem(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  recordOf: RecordOf,
): FastifyReply {
  const problem = toHttpProblem(thrown);
  const record = recordOf(request);
  record.error = describeError(problem, thrown);
  // Whoever may not come in holds no connection, and what still comes of a refused request is not read.
  if (problem.kind === 'authentication' || !request.raw.complete) reply.header('connection', 'close');
  return reply
    .code(PROBLEMS[problem.kind].status)
    .headers(problem.headers ?? {})
    .type('application/problem+json')
    .send(toProblemBody(problem, record.id));
}

/** The problem to answer with for anything that an operation or Fastify threw. */
function toHttpProblem(thrown: unknown): Problem {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';
  const known = Object.hasOwn(FASTIFY_PROBLEMS, code) ? FASTIFY_PROBLEMS[code] : undefined;
  return known ?? toProblem(thrown);
}
