import type { ConnectionTest, ServerView } from '../yard/plugin-servers.ts';

/** How a server stands, in a word or two; the dot beside it has the color that `tone` says. */
export interface ServerLabel {
  readonly text: string;
  readonly tone: 'good' | 'busy' | 'bad' | 'quiet';
}

const STATES: Readonly<Record<ServerView['state'], ServerLabel>> = {
  disabled: { text: 'Off', tone: 'quiet' },
  idle: { text: 'Ready to start', tone: 'quiet' },
  starting: { text: 'Connecting', tone: 'quiet' },
  running: { text: 'Connected', tone: 'good' },
  retrying: { text: 'Error, retrying', tone: 'bad' },
  'needs-login': { text: 'Needs login', tone: 'bad' },
  failed: { text: 'Error', tone: 'bad' },
  'auto-disabled': { text: 'Turned off after repeated failures', tone: 'bad' },
  stopped: { text: 'Disconnected', tone: 'quiet' },
};

const BLOCKS: Readonly<Record<NonNullable<ServerView['block']>, ServerLabel>> = {
  'not-approved': { text: 'Not approved on this device', tone: 'busy' },
  changed: { text: 'Changed, and not approved on this device', tone: 'busy' },
  'needs-secret': { text: 'Needs a secret on this device', tone: 'busy' },
};

/** How a server stands; of one that is on, what a person has to do before it can start comes first. */
export function labelServer({ state, block }: Pick<ServerView, 'state' | 'block'>): ServerLabel {
  return block === undefined || state === 'disabled' ? STATES[state] : BLOCKS[block];
}

/** When it was last tried, how fast it answers and what it has, in one line; empty where nothing is known. `testedAt` is when a person tested it. */
export function describeFacts(
  view: Pick<ServerView, 'lastAttemptAt' | 'lastConnectedAt' | 'latencyMs' | 'nextTryAt' | 'tools'>,
  { testedAt = '', toTime }: { readonly testedAt?: string | undefined; readonly toTime: (iso: string) => string },
): string {
  const { lastAttemptAt = '', lastConnectedAt = '', latencyMs, nextTryAt, tools } = view;
  // Times in UTC sort like texts.
  const last = [lastAttemptAt, lastConnectedAt, testedAt].toSorted().at(-1) ?? '';
  const on = tools.filter(({ isOn }) => isOn).length;
  const count = on === tools.length ? `${on}` : `${on} of ${tools.length}`;
  return [
    last === '' ? '' : `Last attempt ${toTime(last)}`,
    nextTryAt === undefined ? '' : `next at ${toTime(nextTryAt)}`,
    latencyMs === undefined ? '' : `${Math.round(latencyMs)} ms`,
    tools.length === 0 ? '' : `${count} ${tools.length === 1 ? 'tool' : 'tools'}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

const MOST_NAMED = 12;

/** What a test gave, for people: the tools that were found, or why it failed. */
export function describeTest(test: ConnectionTest): string {
  if (!test.ok) return test.reason;
  const { tools, ms } = test;
  const named = tools
    .slice(0, MOST_NAMED)
    .map(({ name }) => name)
    .join(', ');
  const more = tools.length > MOST_NAMED ? ` and ${tools.length - MOST_NAMED} more` : '';
  const list =
    tools.length === 0
      ? 'It has no tools'
      : `${tools.length === 1 ? 'Tool' : `${tools.length} tools`}: ${named}${more}`;
  return `Connected in ${Math.round(ms)} ms. ${list}.`;
}
