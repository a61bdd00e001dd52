import { describe, expect, it } from 'vitest';
import { toPassedOn } from './to-passed-on.ts';

const TASKS = 'io.modelcontextprotocol/tasks';

describe('the capabilities of a client that servers see', () => {
  it('are what the client says, also what is not known here', () => {
    const capabilities = { sampling: { tools: {} }, extensions: { 'x/ui': { a: 1 } }, future: [1] };
    expect(toPassedOn(capabilities, false)).toEqual(capabilities);
    expect(toPassedOn({}, false)).toEqual({});
  });

  it('are without tasks, in the way of either era', () => {
    expect(toPassedOn({ tasks: { list: {} }, roots: {} }, false)).toEqual({ roots: {} });
    expect(toPassedOn({ extensions: { [TASKS]: {}, 'x/ui': {} } }, false)).toEqual({ extensions: { 'x/ui': {} } });
    expect(toPassedOn({ elicitation: {}, extensions: { [TASKS]: {} } }, false)).toEqual({ elicitation: {} });
  });

  it('have the extension for tasks where the client has no session', () => {
    expect(toPassedOn({ tasks: {}, extensions: { [TASKS]: {} } }, true)).toEqual({ extensions: { [TASKS]: {} } });
  });
});
