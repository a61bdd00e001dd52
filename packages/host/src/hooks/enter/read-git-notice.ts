import { findToldGitEvents, type GitNotice, type NewEvent } from '@toolyard/hooks';
import { createGitReader, locateRepository } from '@toolyard/node';

/** The events that git's logs have for a notice, as a watch would find them; none outside of a repository. */
export async function readGitNotice(workspace: string, notice: GitNotice): Promise<readonly NewEvent[]> {
  const repository = await locateRepository(workspace);
  const state = repository === undefined ? undefined : await createGitReader(repository).read();
  return state === undefined ? [] : findToldGitEvents(notice, state);
}
