import type { ServerDefinition } from '../config/configuration.ts';
import type { Link } from './link.ts';

/** Makes links to servers: the seam between the yard and processes, containers and networks. */
export interface LinkStarter {
  /**
   * Starts or reaches the server. Rejects with a `ToolyardError` (`server-start-failed`, `not-available-yet`) whose
   * message reads on after `Server "x" did not start: `.
   */
  start(server: ServerDefinition, signal: AbortSignal): Promise<Link>;
}
