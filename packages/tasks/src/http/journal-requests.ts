import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JournaledRequest, RequestJournal } from '../operations/create-request-journal.ts';

const SAFE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Finds what is known of a request that is worked on. */
export type RecordOf = (request: FastifyRequest) => JournaledRequest;

/** The requests that are worked on. */
export interface JournaledRequests {
  readonly recordOf: RecordOf;
  /** Writes down a request that Fastify refuses without any of its hooks. */
  follow(request: FastifyRequest, reply: FastifyReply): void;
}

/** Writes every request of the app into the journal, and gives every answer the headers that all have. */
export function journalRequests(app: FastifyInstance, journal: RequestJournal): JournaledRequests {
  const records = new WeakMap<FastifyRequest, JournaledRequest>();

  function begin(request: FastifyRequest, reply: FastifyReply): void {
    const record: JournaledRequest = { id: request.id, method: request.method };
    const end = journal.open(record);
    records.set(request, record);
    reply.raw.once('finish', () => end(reply.raw.statusCode));
    // Comes after the other, which then has ended it already.
    reply.raw.once('close', () => end(null));
    reply.headers({ 'x-request-id': record.id, ...SAFE_HEADERS });
  }

  app.addHook('onRequest', async (request, reply) => begin(request, reply));
  return {
    recordOf: (request) => records.get(request) ?? { id: request.id, method: request.method },
    follow: begin,
  };
}
