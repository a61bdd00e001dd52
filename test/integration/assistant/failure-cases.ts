import type { AnswerEnd, AnswerEvent } from '@toolyard/assistant';
import type { ScriptedTurn } from '@toolyard/testing';
import type { TestConversation, TestConversationOptions } from './open-test-conversation.ts';

/** One way in which an answer goes wrong, whatever the model is. */
export interface FailureCase {
  readonly name: string;
  /** What the model does; it says `done` after that. */
  readonly script: readonly ScriptedTurn[];
  readonly options?: TestConversationOptions;
  /** What happens meanwhile. */
  readonly onEvent?: (event: AnswerEvent, opened: TestConversation) => void;
  /** What each call is answered with, in order: `status: text`. */
  readonly results: readonly string[];
  readonly end: AnswerEnd;
  /** What the model had said when it was ended. */
  readonly partial?: string;
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
    script: [[{ text: 'I try. ' }, { call: 'files:fail' }]],
    results: ['error: it broke'],
    end: 'stop',
  },
  {
    name: 'tool time-out',
    script: [[{ call: 'files:read' }, { call: 'files:wait' }]],
    onEvent: whileExecuting(1, ({ clock }) => clock.advance(30_000)),
    results: ['success: read {}', 'timeout: Execution timeout after 30000 ms'],
    end: 'stop',
  },
  {
    name: 'server crash during a call',
    script: [[{ call: 'files:wait' }, { call: 'web:get' }]],
    onEvent: whileExecuting(1, ({ crash }) => crash('files')),
    results: ['error: Server "files" exited with code 1', 'success: get {}'],
    end: 'stop',
  },
  {
    name: 'server disabled between turns',
    script: [[{ call: 'web:get' }], [{ call: 'web:get' }, { call: 'files:read' }]],
    onEvent: atFirst('tool-result', ({ yard }) => void yard.disable('web')),
    results: ['success: get {}', 'error: Server web is disabled', 'success: read {}'],
    end: 'stop',
  },
  {
    name: 'unknown tool',
    script: [[{ call: 'files:nothing' }, { call: 'nobody:x' }, { call: 'nonsense' }]],
    results: [
      'error: Tool not found: files:nothing',
      'error: Server not found: nobody',
      'error: Tool not found: nonsense',
    ],
    end: 'stop',
  },
  {
    name: 'invalid arguments',
    script: [[{ call: 'files:need', arguments: { path: 1 } }, { call: 'files:need' }]],
    results: [
      'error: Invalid parameters for files:need: path: must be a string, got 1',
      'error: Invalid parameters for files:need: path: is required',
    ],
    end: 'stop',
  },
  {
    name: 'arguments that are no JSON',
    script: [[{ call: 'files:read', arguments: '{"path": "a' }]],
    results: ['error: Invalid parameters for files:read: they are no JSON object'],
    end: 'stop',
  },
  {
    name: 'approval denied',
    script: [[{ call: 'files:read' }, { call: 'web:get' }]],
    options: { decide: ({ server }) => (server === 'web' ? 'denied' : 'once') },
    results: ['success: read {}', 'error: web:get was not called: the user denied it'],
    end: 'stop',
  },
  {
    name: 'session limit',
    script: [
      [
        { call: 'files:read', arguments: { n: 1 } },
        { call: 'files:read', arguments: { n: 2 } },
      ],
    ],
    options: { settings: { sessionLimit: 1 } },
    results: ['success: read {"n":1}', 'error: Session execution limit reached (1)'],
    end: 'stop',
  },
  {
    name: 'stop during text',
    script: [[{ text: 'The answer is ' }, 'hang']],
    onEvent: atFirst('text', ({ stop }) => stop()),
    results: [],
    end: 'stopped',
    partial: 'The answer is ',
  },
  {
    name: 'stop before anything was said',
    script: [[{ event: { type: 'notice', message: 'waiting' } }, 'hang']],
    onEvent: atFirst('notice', ({ stop }) => stop()),
    results: [],
    end: 'stopped',
  },
  {
    name: 'stop during a call',
    script: [[{ text: 'Wait. ' }, { call: 'files:wait' }, { call: 'files:wait', arguments: { n: 2 } }]],
    onEvent: whileExecuting(2, ({ stop }) => stop()),
    results: [STOPPED, STOPPED],
    end: 'stopped',
  },
  {
    name: 'stop of all calls',
    script: [[{ call: 'files:wait' }, { call: 'web:get' }]],
    onEvent: whileExecuting(1, ({ yard }) => void yard.calls.stop()),
    results: [STOPPED, 'success: get {}'],
    end: 'stopped',
  },
  {
    name: 'turn cap',
    script: [1, 2, 3].map((n): ScriptedTurn => [{ call: 'files:read', arguments: { n } }]),
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
    script: [[{ call: 'web:get' }], [{ call: 'web:get' }], [{ call: 'web:get' }]],
    results: [
      'success: get {}',
      'success: get {}',
      'error: web:get was not called: the last two calls were the same. Use what they gave, or call it with other arguments.',
    ],
    end: 'stop',
  },
];
