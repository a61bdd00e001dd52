import { isJsonObject, ToolyardError } from '@toolyard/core';
import type { EventName, GitNotice, NewEvent } from '@toolyard/hooks';
import { readGitNotice } from '@toolyard/host/hooks';

const HOW =
  '--from-git takes git.committed or git.branch-changed with --data commit=COMMIT, or git.pushed with --data since:=SECONDS.';

/** The events that git's logs have for what a hook of git says in the words of its command; throws `usage`. */
export async function findNoticedEvents(
  workspace: string,
  name: EventName,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly NewEvent[]> {
  return readGitNotice(workspace, toGitNotice(name, values));
}

function toGitNotice(name: EventName, values: Readonly<Record<string, unknown>>): GitNotice {
  const { commit, data, ...others } = values;
  const { since, ...unknown } = isJsonObject(data) ? data : {};
  const isRest = Object.keys({ ...others, ...unknown }).length > 0;
  if (name === 'git.pushed' && commit === undefined && typeof since === 'number' && !isRest) return { name, since };
  const isOfHead = name === 'git.committed' || name === 'git.branch-changed';
  if (isOfHead && typeof commit === 'string' && since === undefined && !isRest) return { name, commit };
  throw new ToolyardError('usage', HOW);
}
