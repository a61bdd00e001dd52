import type { JsonSchema } from '../domain/json-schema.ts';
import { PROBLEMS } from '../domain/problem.ts';
import { PROBLEM_SCHEMA } from '../domain/result-schemas.ts';
import { TASK_ID_SCHEMA } from '../domain/task-schemas.ts';
import { describeNamedSchemas, toReference } from './named-schemas.ts';
import { isWrite, toProblemStatuses, type Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** A parameter as OpenAPI writes it. */
export interface OpenapiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Lists stand in one parameter, separated by commas. */
  readonly explode?: false;
}

const HEADER: JsonSchema = { type: 'string', maxLength: 255 };

const USER_ID: OpenapiParameter = {
  name: 'X-User-ID',
  in: 'header',
  required: false,
  description: 'User whose tasks to use; required with the service token, implied by a personal one',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const IDEMPOTENCY_KEY: OpenapiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Requests with the same key take effect once and get the same answer, for 24 hours',
  schema: HEADER,
};

const IF_MATCH: OpenapiParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag that the task must still have',
  schema: HEADER,
};

const HEADERS: readonly OpenapiParameter[] = [USER_ID, IDEMPOTENCY_KEY, IF_MATCH];

/** The description of the whole backend in OpenAPI 3.1. */
export function createOpenapi(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = toOpenapiOperation(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolyard tasks',
      version,
      description: 'Task management. A task of another user looks like one that does not exist.',
    },
    paths,
    components: {
      schemas: describeNamedSchemas(),
      parameters: Object.fromEntries(HEADERS.map((header) => [header.name, header])),
      responses: describeProblems(),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The service token with X-User-ID, or a personal token' },
      },
    },
  };
}

/** The parameters of an operation. */
export function toParameters(operation: Operation): readonly OpenapiParameter[] {
  const { path, access, query, isConditional } = operation;
  const id: OpenapiParameter = {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Task id',
    schema: TASK_ID_SCHEMA,
  };
  return [
    ...(path.includes('{id}') ? [id] : []),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => toQueryParameter(name, schema)),
    ...(access === 'open' || access === 'service' ? [] : [USER_ID]),
    ...(isWrite(operation) ? [IDEMPOTENCY_KEY] : []),
    ...(isConditional === true ? [IF_MATCH] : []),
  ];
}

function toQueryParameter(name: string, schema: JsonSchema): OpenapiParameter {
  const list = schema.type === 'array' ? ({ explode: false } as const) : {};
  return { name, in: 'query', required: false, description: schema.description ?? '', schema, ...list };
}

function toOpenapiOperation(operation: Operation): object {
  const { id, summary, access, body, answer } = operation;
  const parameters = toParameters(operation);
  return {
    operationId: id,
    summary,
    security: access === 'open' ? [] : [{ token: [] }],
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(toParameterReference) }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: toReference(body) } } } }),
    responses: { [answer.status]: toAnswer(operation), ...toProblemAnswers(operation) },
  };
}

function toAnswer({ answer: { description, schema, type } }: Operation): object {
  if (schema !== undefined) return { description, content: { 'application/json': { schema: toReference(schema) } } };
  return type === undefined ? { description } : { description, content: { [type.split(';', 1)[0] ?? type]: {} } };
}

function toParameterReference(parameter: OpenapiParameter): object {
  return HEADERS.includes(parameter) ? { $ref: `#/components/parameters/${parameter.name}` } : parameter;
}

function toProblemAnswers(operation: Operation): Record<string, object> {
  const answers = toProblemStatuses(operation).map((status) => [status, { $ref: toProblemReference(status) }]);
  return Object.fromEntries(answers);
}

function toProblemReference(status: number): string {
  return `#/components/responses/Problem${status}`;
}

function describeProblems(): Record<string, object> {
  const content = { 'application/problem+json': { schema: toReference(PROBLEM_SCHEMA) } };
  const statuses = new Set(OPERATIONS.flatMap(toProblemStatuses));
  return Object.fromEntries(
    [...statuses].map((status) => {
      const titles = Object.values(PROBLEMS).filter((problem) => problem.status === status);
      return [`Problem${status}`, { description: titles.map(({ title }) => title).join('; or: '), content }];
    }),
  );
}
