import { join } from 'node:path';
import { socketPathOf } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';

/** Where the one engine of a workspace is reached, and by what the one that watches it is known. */
export interface EnginePlace {
  readonly engine: string;
  readonly watch: string;
}

/** The sockets of a workspace; nothing is made. */
export async function locateEngine({ platform, userId }: Surroundings, workspace: string): Promise<EnginePlace> {
  // Names that nothing has, directly in the workspace: a link further below would lead to the sockets of another one.
  const pathOf = (name: string): Promise<string> =>
    socketPathOf({ platform, userId, configFile: join(workspace, `.toolyard ${name}`) });
  return { engine: await pathOf('engine'), watch: await pathOf('watch') };
}
