import type { ServerDefinition } from '../config/configuration.ts';
import type { Link } from './link.ts';

/** The two languages of the protocol: with a handshake, and without. */
export type WireEra = 'legacy' | '2026-07-28';

/** Makes links to servers: the seam between the yard and processes, containers and networks. */
export interface LinkStarter {
  /**
   * Starts or reaches the server. Rejects with a `ToolyardError` (`server-start-failed`, `not-available-yet`) whose
   * message reads on after `Server "x" did not start: `.
   *
   * `era` is the language that will be spoken; it makes a difference where messages look different on the wire (HTTP).
   */
  start(server: ServerDefinition, signal: AbortSignal, era?: WireEra): Promise<Link>;
}
