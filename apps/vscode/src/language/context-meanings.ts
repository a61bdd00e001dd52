import { CONTEXT_NAMES, EVENT_NAMES, valuesOfEvent, type EventName, type LooseValues } from '@toolyard/hooks';

type ContextValueName = (typeof CONTEXT_NAMES)[number];

/** What each value of an event is, in a sentence for people. */
export const CONTEXT_MEANINGS: Readonly<Record<ContextValueName, string>> = {
  feature: 'The folder below "specs" that the file lies in, else the branch.',
  branch: 'The branch that is checked out.',
  timestamp: 'When the event happened, such as 2026-03-02T09:00:00.000Z.',
  user: 'The user name of git, else that of the operating system.',
  event: 'The name of the event.',
  path: 'The path of the file, from the folder.',
  paths: 'The paths of all changes that settled together, where the trigger has "batch".',
  oldPath: 'The path that the file had before it was renamed.',
  commit: 'The id of the commit.',
  message: 'The message of the commit.',
  oldBranch: 'The branch that was checked out before.',
  remote: 'The remote that was pushed to.',
  hook: 'The id of a hook: the one that is due or called, or the one that ended.',
  status: 'How the run of the hook ended: success, failure and so on.',
  reason: 'Why the run ended as it did.',
  result: 'What the tool or program of the hook gave; "result.items[0].id" is a part of it.',
  agent: 'Whose operation it is, such as speckit.',
  operation: 'The operation of the agent, such as specify.',
  timing: 'Whether it is before or after the operation.',
  scheduled: 'The time that the schedule was due at.',
  missed: 'How many times of the schedule passed while nothing ran.',
  task: 'What the task is called.',
  exitCode: 'The exit code of the task or the command.',
  signal: 'The signal that ended the task.',
  command: 'The command line that ran.',
  cwd: 'The directory that the command ran in.',
  ms: 'How long it took, in milliseconds.',
  errors: 'How many errors the file has.',
  warnings: 'How many warnings the file has.',
  workspace: 'The path of the folder.',
  headers: 'The headers of the webhook.',
  data: 'Everything else that came with the event, such as "data.ticket".',
};

/** The names that a hook can use, by the event that its text has; all where that is not known. */
export function namesForHook(hook: number, values: LooseValues): readonly ContextValueName[] {
  const trigger = ['hooks', hook, 'trigger'];
  const event = values([...trigger, 'event']);
  const name = EVENT_NAMES.find((each): each is EventName => each === event);
  if (name === undefined) return CONTEXT_NAMES;
  const isBatch = values([...trigger, 'batch']) === 'true';
  const secretEnv = values([...trigger, 'secretEnv']);
  const known = valuesOfEvent({
    event: name,
    ...(isBatch && { batch: true }),
    ...(secretEnv !== undefined && { secretEnv }),
  });
  return known === undefined ? CONTEXT_NAMES : CONTEXT_NAMES.filter((each) => known.includes(each));
}
