import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { PROBLEM_SCHEMA } from '../domain/result-schemas.ts';
import type { OperationHandler } from '../operations/operation-handler.ts';
import { toProblemStatuses, type Operation, type OperationId } from '../operations/operation.ts';

/** What all routes share. */
export interface RouteOptions {
  readonly operations: readonly Operation[];
  readonly handlers: Readonly<Record<OperationId, OperationHandler>>;
  /** Lets a request in, or throws; tells whose it is. Runs before the body is read. */
  admit(operation: Operation, request: FastifyRequest): Promise<void>;
  userOf(request: FastifyRequest): string;
}

/** Makes one route of each operation; its answers have the schemas of their statuses, and nothing else leaves. */
export function registerOperations(app: FastifyInstance, { operations, handlers, admit, userOf }: RouteOptions): void {
  for (const operation of operations) {
    const handler = handlers[operation.id];
    app.route<{ Params: { id?: string } }>({
      method: operation.method satisfies HTTPMethods,
      url: operation.path.replace('{id}', ':id'),
      schema: { response: toResponseSchemas(operation) },
      onRequest: async (request) => admit(operation, request),
      async handler(request, reply) {
        const { id = '' } = request.params;
        const { searchParams } = new URL(request.url, 'http://localhost');
        const { headers, body } = request;
        const result = await handler({
          user: userOf(request),
          id,
          query: searchParams,
          ifMatch: headers['if-match'],
          idempotencyKey: headers['idempotency-key']?.toString(),
          body,
        });
        return send(reply, operation, result);
      },
    });
  }
}

function send(
  reply: FastifyReply,
  { answer }: Operation,
  { body, headers }: Awaited<ReturnType<OperationHandler>>,
): FastifyReply {
  if (headers !== undefined) reply.headers(headers);
  reply.code(answer.status);
  if (answer.type !== undefined) reply.type(answer.type);
  return reply.send(body);
}

function toResponseSchemas(operation: Operation): Record<number, object> {
  const { status, schema } = operation.answer;
  const problems = toProblemStatuses(operation).map((problem): [number, object] => [problem, PROBLEM_SCHEMA]);
  return Object.fromEntries(schema === undefined ? problems : [...problems, [status, schema]]);
}
