import type { Clock } from '@toolyard/core';
import { parseTokenQuestion } from '../domain/parse-token-question.ts';
import type { TaskStore, TokenStore } from '../domain/task-store.ts';
import { createOpenapi } from '../operations/create-openapi.ts';
import type { RequestMetrics } from './create-request-metrics.ts';
import type { OperationHandler, OperationReply } from '../operations/operation-handler.ts';
import type { Operation, OperationId, TaskOperationId } from '../operations/operation.ts';
import { accept, ProblemError } from '../operations/problem-error.ts';
import { hashToken, isPersonalToken } from './personal-token.ts';
import { renderDocs } from './render-docs.ts';
import { isDatabaseFull, DATABASE_FULL_MESSAGE } from '../operations/to-problem.ts';

const READY_MS = 5000;

/** What the pages tell about. */
export interface PageSource {
  readonly store: Pick<TaskStore, 'ready' | 'tokens'>;
  readonly clock: Clock;
  readonly metrics: RequestMetrics;
  readonly operations: readonly Operation[];
  readonly version: string;
  isStopping(): boolean;
}

type PageId = Exclude<OperationId, TaskOperationId>;

/** The handlers of everything that is not about a user's tasks. */
export function createPageHandlers(source: PageSource): Readonly<Record<PageId, OperationHandler>> {
  const { clock, metrics, operations, version, store } = source;
  const startedAt = clock.now();
  const openapi = JSON.stringify(createOpenapi(version));
  const docs = renderDocs(operations, version);
  const checkReady = createReadinessCheck(source);
  return {
    introspectToken: async ({ body }) => introspect(store.tokens, accept(parseTokenQuestion(body, clock.now()))),
    getHealth: async () => ({ body: { status: 'ok' } }),
    async getReadiness() {
      if (source.isStopping()) throw toUnready('The backend is stopping.');
      await checkReady();
      return { body: { status: 'ready' } };
    },
    getMetrics: async () => ({ body: metrics.render(clock.now() - startedAt) }),
    getOpenapi: async () => ({ body: openapi }),
    getDocs: async () => ({
      body: docs,
      headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
    }),
  };
}

async function introspect(tokens: TokenStore, token: string): Promise<OperationReply> {
  const found = isPersonalToken(token) ? await tokens.find(hashToken(token)) : undefined;
  return {
    body: found === undefined ? { active: false } : { active: true, user_id: found.user, scopes: found.scopes },
  };
}

/** Everybody can ask, so those who ask at the same time share one question to the database. */
function createReadinessCheck({ store, clock }: PageSource): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return async () => {
    asked ??= store.ready().finally(() => (asked = undefined));
    await orLate(asked, clock);
  };
}

async function orLate(ready: Promise<void>, clock: Clock): Promise<void> {
  let cancel = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(READY_MS, () => reject(new Error('no answer in time')));
  });
  try {
    await Promise.race([ready, late]);
  } catch (error) {
    // Other reasons may name hosts, and everybody can read this page.
    throw toUnready(isDatabaseFull(error) ? DATABASE_FULL_MESSAGE : 'The database cannot be used at the moment.');
  } finally {
    cancel();
  }
}

function toUnready(detail: string): ProblemError {
  return new ProblemError({ kind: 'unavailable', detail });
}
