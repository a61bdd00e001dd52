import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEMS } from '../domain/problem.ts';
import { findOperations } from './find-operations.ts';
import type { RecordOf } from './keep-journal.ts';
import type { Operation } from './operation.ts';
import { ProblemError } from './problem-error.ts';
import { describeBug, toProblem } from './to-problem.ts';
import { toProblemBody } from './to-problem-body.ts';

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
  const problem = toProblem(thrown);
  const record = recordOf(request);
  record.error = problem.kind === 'internal' ? `internal: ${describeBug(thrown)}` : problem.kind;
  // Whoever may not come in holds no connection, and what still comes of a refused request is not read.
  if (problem.kind === 'authentication' || !request.raw.complete) reply.header('connection', 'close');
  return reply
    .code(PROBLEMS[problem.kind].status)
    .headers(problem.headers ?? {})
    .type('application/problem+json')
    .send(toProblemBody(problem, record.id));
}

function toUnknownRoute(operations: readonly Operation[], { method, url }: FastifyRequest): ProblemError {
  const methods = findOperations(operations, url).flatMap((found) =>
    found.method === 'GET' ? ['GET', 'HEAD'] : found.method,
  );
  if (methods.length === 0) {
    return new ProblemError({
      kind: 'not-found',
      detail: 'There is nothing at this address. See /docs for what there is.',
    });
  }
  const allow = methods.join(', ');
  const detail = `${method} is not possible here; ${allow} is.`;
  return new ProblemError({ kind: 'method-not-allowed', detail, headers: { allow } });
}
