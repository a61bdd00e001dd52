import type { JsonSchema } from '../domain/json-schema.ts';
import { LIST_QUERY_SCHEMA } from '../domain/list-query-schema.ts';
import {
  BULK_RESULT_SCHEMA,
  TAG_LIST_SCHEMA,
  TASK_PAGE_SCHEMA,
  TASK_SUMMARY_SCHEMA,
  TOKEN_OWNER_SCHEMA,
} from '../domain/result-schemas.ts';
import {
  BULK_UPDATE_SCHEMA,
  CHANGED_TASK_SCHEMA,
  COMPLETION_SCHEMA,
  NEW_TASK_SCHEMA,
  TASK_CHANGES_SCHEMA,
  TASK_SCHEMA,
  TOKEN_QUESTION_SCHEMA,
} from '../domain/task-schemas.ts';
import type { Operation, TaskOperationId } from './operation.ts';

const STATUS: JsonSchema = {
  type: 'object',
  properties: { status: { type: 'string' } },
  required: ['status'],
  additionalProperties: false,
};

/** What users ask for about their own tasks. */
export const TASK_OPERATIONS: readonly Operation<TaskOperationId>[] = [
  {
    id: 'listTasks',
    method: 'GET',
    path: '/tasks',
    summary: 'List tasks',
    access: 'tasks:read',
    query: LIST_QUERY_SCHEMA,
    answer: { status: 200, description: 'One page', schema: TASK_PAGE_SCHEMA },
  },
  {
    id: 'createTask',
    method: 'POST',
    path: '/tasks',
    summary: 'Create a task',
    access: 'tasks:write',
    body: NEW_TASK_SCHEMA,
    answer: { status: 201, description: 'The new task', schema: TASK_SCHEMA },
  },
  {
    id: 'getTask',
    method: 'GET',
    path: '/tasks/{id}',
    summary: 'One task',
    access: 'tasks:read',
    answer: { status: 200, description: 'The task', schema: TASK_SCHEMA },
  },
  {
    id: 'updateTask',
    method: 'PUT',
    path: '/tasks/{id}',
    summary: 'Update the given fields of a task; null clears a field',
    access: 'tasks:write',
    body: TASK_CHANGES_SCHEMA,
    isConditional: true,
    answer: { status: 200, description: 'The task after the change', schema: CHANGED_TASK_SCHEMA },
  },
  {
    id: 'setTaskCompleted',
    method: 'PATCH',
    path: '/tasks/{id}',
    summary: 'Complete or reopen a task',
    access: 'tasks:write',
    body: COMPLETION_SCHEMA,
    isConditional: true,
    answer: { status: 200, description: 'The task after the change', schema: CHANGED_TASK_SCHEMA },
  },
  {
    id: 'deleteTask',
    method: 'DELETE',
    path: '/tasks/{id}',
    summary: 'Delete a task permanently',
    access: 'tasks:write',
    isConditional: true,
    answer: { status: 204, description: 'The task was deleted' },
  },
  {
    id: 'bulkUpdateTasks',
    method: 'POST',
    path: '/tasks/bulk-update',
    summary: 'Update up to 50 tasks; one that fails does not stop the others',
    access: 'tasks:write',
    body: BULK_UPDATE_SCHEMA,
    answer: { status: 200, description: 'The outcome of each', schema: BULK_RESULT_SCHEMA },
  },
  {
    id: 'listTags',
    method: 'GET',
    path: '/tags',
    summary: 'List the tags in use, most used first',
    access: 'tasks:read',
    answer: { status: 200, description: 'The tags', schema: TAG_LIST_SCHEMA },
  },
  {
    id: 'getSummary',
    method: 'GET',
    path: '/summary',
    summary: 'Count tasks',
    access: 'tasks:read',
    answer: { status: 200, description: 'The numbers', schema: TASK_SUMMARY_SCHEMA },
  },
];

const PAGES: readonly Operation[] = [
  {
    id: 'introspectToken',
    method: 'POST',
    path: '/tokens/introspect',
    summary: 'Look up the owner of a personal token (service token only)',
    access: 'service',
    body: TOKEN_QUESTION_SCHEMA,
    answer: { status: 200, description: 'Its owner, if it is valid', schema: TOKEN_OWNER_SCHEMA },
  },
  {
    id: 'getHealth',
    method: 'GET',
    path: '/healthz',
    summary: 'Liveness check',
    access: 'open',
    answer: { status: 200, description: 'It does', schema: STATUS },
  },
  {
    id: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    summary: 'Readiness check: the database answers and the backend is not stopping',
    access: 'open',
    answer: { status: 200, description: 'It does', schema: STATUS },
  },
  {
    id: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    summary: 'Prometheus metrics',
    access: 'service',
    answer: { status: 200, description: 'The measurements', type: 'text/plain; version=0.0.4; charset=utf-8' },
  },
  {
    id: 'getOpenapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    access: 'open',
    answer: { status: 200, description: 'OpenAPI 3.1', type: 'application/json; charset=utf-8' },
  },
  {
    id: 'getDocs',
    method: 'GET',
    path: '/docs',
    summary: 'This documentation as a web page',
    access: 'open',
    answer: { status: 200, description: 'A page', type: 'text/html; charset=utf-8' },
  },
];

/** Everything that the backend can be asked for. */
export const OPERATIONS: readonly Operation[] = [...TASK_OPERATIONS, ...PAGES];
