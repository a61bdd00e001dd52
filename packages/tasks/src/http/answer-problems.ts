import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEMS } from '../domain/problem.ts';
import { toUnknownRoute } from '../operations/find-operations.ts';
import type { RecordOf } from './journal-requests.ts';
import { toHttpProblem } from './to-http-problem.ts';
import type { Operation } from '../operations/operation.ts';
import { describeError } from '../operations/to-problem.ts';
import { toProblemBody } from '../operations/to-problem-body.ts';

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
