import type { WorkspaceFacts } from '@toolyard/hooks';
import { locateRepository, readGitHead, readGitUser } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';

/** What is known about a workspace now, besides any event; git is asked for the user where that is not known already. */
export async function readWorkspaceFacts(
  { env }: Pick<Surroundings, 'env'>,
  workspace: string,
  knownUser?: string,
): Promise<WorkspaceFacts> {
  const repository = await locateRepository(workspace);
  const head = repository === undefined ? undefined : await readGitHead(repository);
  const user = knownUser ?? (await readGitUser(workspace, env));
  return { workspace, user, ...(head?.branch === undefined ? {} : { branch: head.branch }) };
}
