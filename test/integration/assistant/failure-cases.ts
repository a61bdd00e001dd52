import type { AnswerEnd, AnswerEvent } from '@toolyard/assistant';
import type { ServedAnswer } from '@toolyard/testing';
import { callTo, type TestConversation, type TestConversationOptions } from './open-test-conversation.ts';

/** One way in which an answer goes wrong, whatever the model is. */
export interface FailureCase {
  readonly name: string;
  /** What the model does; it says `done` after that. */
  readonly script: readonly ServedAnswer[];
  readonly options?: TestConversationOptions;
  /** What happens meanwhile. */
  readonly onEvent?: (event: AnswerEvent, opened: TestConversation) => void;
  /** What each call is answered with, in order: `status: text`. */
  readonly results: readonly string[];
  readonly end: AnswerEnd;
  /** It needs an API that sends arguments as text. */
  readonly isAboutText?: boolean;
  /** What the model was saying when it was ended. */
  readonly said?: string;
}

const STOPPED = 'cancelled: Execution stopped by user';

/** Does something as soon as so many calls are at their servers. */
function whileExecuting(count: number, act: (opened: TestConversation) => void): NonNullable<FailureCase['onEvent']> {
  return atFirst('approval', (opened) => void opened.executing(count).then(() => act(opened)));
}

/** Does something at the first event of a type. */
function atFirst(
  type: AnswerEvent['type'],
  act: (opened: TestConversation) => void,
): NonNullable<FailureCase['onEvent']> {
  return (event, opened) => {
    if (event.type === type && opened.events.filter((each) => each.type === type).length === 1) act(opened);
  };
}

/** All failures that a conversation has to survive; the same for each model, so that provider adapters run them too. */
export const FAILURE_CASES: readonly FailureCase[] = [
  {
    name: 'tool error',
    script: [{ text: 'I try.', calls: [callTo('files:fail')] }],
    results: ['error: it broke'],
    end: 'stop',
  },
  {
    name: 'tool time-out',
    script: [{ calls: [callTo('files:read'), callTo('files:wait')] }],
    onEvent: whileExecuting(1, ({ clock }) => clock.advance(30_000)),
    results: ['success: read {}', 'timeout: Execution timeout after 30000 ms'],
    end: 'stop',
  },
  {
    name: 'server crash during a call',
    script: [{ calls: [callTo('files:wait'), callTo('web:get')] }],
    onEvent: whileExecuting(1, ({ crash }) => crash('files')),
    results: ['error: Server "files" exited with code 1', 'success: get {}'],
    end: 'stop',
  },
  {
    name: 'server disabled between turns',
    script: [{ calls: [callTo('web:get')] }, { calls: [callTo('web:get'), callTo('files:read')] }],
    onEvent: atFirst('tool-result', ({ yard }) => void yard.disable('web')),
    results: ['success: get {}', 'error: Server web is disabled', 'success: read {}'],
    end: 'stop',
  },
  {
    name: 'unknown tool',
    script: [{ calls: [callTo('files:nothing'), callTo('nonsense')] }],
    results: ['error: Tool not found: files:nothing', 'error: Tool not found: nonsense'],
    end: 'stop',
  },
  {
    name: 'invalid arguments',
    script: [{ calls: [callTo('files:need', { path: 1 }), callTo('files:need')] }],
    results: [
      'error: Invalid parameters for files:need: path: must be a string, got 1',
      'error: Invalid parameters for files:need: path: is required',
    ],
    end: 'stop',
  },
  {
    name: 'arguments that are no JSON',
    script: [{ calls: [callTo('files:read', '{"path": "a')] }],
    isAboutText: true,
    results: ['error: Invalid parameters for files:read: they are no JSON object'],
    end: 'stop',
  },
  {
    name: 'approval denied',
    script: [{ calls: [callTo('files:read'), callTo('web:get')] }],
    options: { decide: ({ server }) => (server === 'web' ? 'denied' : 'once') },
    results: ['success: read {}', 'error: web:get was not called: the user denied it'],
    end: 'stop',
  },
  {
    name: 'session limit',
    script: [{ calls: [callTo('files:read', { n: 1 }), callTo('files:read', { n: 2 })] }],
    options: { settings: { sessionLimit: 1 } },
    results: ['success: read {"n":1}', 'error: Session execution limit reached (1)'],
    end: 'stop',
  },
  {
    name: 'stop during text',
    script: [{ text: 'The answer is', ends: 'silence' }],
    onEvent: atFirst('text', ({ stop }) => stop()),
    results: [],
    end: 'stopped',
    said: 'The answer is',
  },
  {
    name: 'stop during a call',
    script: [{ text: 'Wait.', calls: [callTo('files:wait'), callTo('files:wait', { n: 2 })] }],
    onEvent: whileExecuting(2, ({ stop }) => stop()),
    results: [STOPPED, STOPPED],
    end: 'stopped',
  },
  {
    name: 'stop of all calls',
    script: [{ calls: [callTo('files:wait'), callTo('web:get')] }],
    onEvent: whileExecuting(1, ({ yard }) => void yard.calls.stop()),
    results: [STOPPED, 'success: get {}'],
    end: 'stopped',
  },
  {
    name: 'turn cap',
    script: [1, 2, 3].map((n) => ({ calls: [callTo('files:read', { n })] })),
    options: { turnCap: 3 },
    results: [
      'success: read {"n":1}',
      'success: read {"n":2}',
      'error: Turn limit reached (3): the model was asked 3 times for one answer',
    ],
    end: 'turn-cap',
  },
  {
    name: 'repeated call',
    script: [1, 2, 3].map(() => ({ calls: [callTo('web:get')] })),
    results: [
      'success: get {}',
      'success: get {}',
      'error: web:get was not called: the last two calls were the same. Use what they gave, or call it with other arguments.',
    ],
    end: 'stop',
  },
];
