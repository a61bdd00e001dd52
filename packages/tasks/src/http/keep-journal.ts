import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenRequest, RequestJournal } from './create-request-journal.ts';

const SAFE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Finds what is known of a request that is worked on. */
export type RecordOf = (request: FastifyRequest) => OpenRequest;

/** The requests that are worked on. */
export interface KeptJournal {
  readonly recordOf: RecordOf;
  /** Writes down a request that Fastify refuses without any of its hooks. */
  follow(request: FastifyRequest, reply: FastifyReply): void;
}

/** Writes every request of the app into the journal, and gives every answer the headers that all have. */
export function keepJournal(app: FastifyInstance, journal: RequestJournal): KeptJournal {
  const records = new WeakMap<FastifyRequest, OpenRequest>();
  const endings = new WeakMap<FastifyRequest, (status: number | null) => void>();

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    const record: OpenRequest = { id: request.id, method: request.method };
    records.set(request, record);
    endings.set(request, journal.open(record));
    reply.headers({ 'x-request-id': record.id, ...SAFE_HEADERS });
  }

  app.addHook('onRequest', async (request, reply) => begin(request, reply));
  app.addHook('onResponse', async (request, reply) => endings.get(request)?.(reply.statusCode));
  app.addHook('onRequestAbort', async (request) => endings.get(request)?.(null));
  return {
    recordOf: (request) => records.get(request) ?? { id: request.id, method: request.method },
    follow(request, reply) {
      begin(request, reply);
      reply.raw.once('finish', () => endings.get(request)?.(reply.statusCode));
    },
  };
}
