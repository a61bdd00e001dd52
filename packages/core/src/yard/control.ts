/**
 * Which form the methods below have. It is raised when one of them gets another meaning, not when one is added. `about` and `end` never
 * change, so that every version can name and end every other one.
 */
export const CONTROL_PROTOCOL = 1;

/** The methods of our own that a yard answers on its socket, beside MCP's. */
export const CONTROL_METHODS = {
  /** `{}` → `{ servers, configuration, configurationProblem?, calls: { active, history, stopped } }`. */
  state: 'toolyard/state',
  /** `{}` → for each kind an array of `[key, definition as JSON text]`, in order. */
  catalogue: 'toolyard/catalogue',
  /** `{}` → `{}`; from then on events come as `notifications/toolyard/event`. */
  follow: 'toolyard/follow',
  /**
   * A `ToolCall` without functions, with the `capabilities` of its respondent → `{ kind, result | error }`; progress by
   * `_meta.progressToken`, questions as requests that are related to it.
   */
  call: 'toolyard/call',
  /** `{ key }` → `{}`. */
  enable: 'toolyard/enable',
  /** `{ key }` → `{}`. */
  disable: 'toolyard/disable',
  /** `{}` → `{}`: ends all calls and takes no more. */
  stop: 'toolyard/stop',
  /** `{}` → `{}`. */
  resume: 'toolyard/resume',
  /** `{ session }` → `{ calls, limit }`. */
  session: 'toolyard/session',
  /** `{ session }` → `{}`. */
  continue: 'toolyard/continue',
  /** `{ session }` → `{}`. */
  reset: 'toolyard/reset',
  /** `{ call, error: { code, message } }`, with a `RefusedCall` → `{}`. */
  refused: 'toolyard/refused',
  /** `{}` → a `YardAbout`. */
  about: 'toolyard/about',
  /** `{}` → `{}`: ends the program that runs the yard; refused by one that runs in the foreground. */
  end: 'toolyard/end',
} as const;

/** The notification that carries a `YardEvent` or a `CallEvent` as `params.event`. */
export const CONTROL_EVENT = 'notifications/toolyard/event';

/** The notification by which whoever passes on the messages of a client names its session, as `params.session`. */
export const CONTROL_SESSION = 'notifications/toolyard/session';

/** The notification by which a yard says that a person ends it, so that only what is asked next needs another one. */
export const CONTROL_ENDING = 'notifications/toolyard/ending';
