import { describe, expect, it } from 'vitest';
import { AGENT_OPERATIONS } from '../hook/agent-operations.ts';
import { EVENT_NAMES } from '../hook/hook.ts';
import { CONTEXT_NAMES, createContext, NUMBER_NAMES } from '../map/create-context.ts';
import { sampleValues } from './sample-values.ts';
import { valuesOfEvent } from './values-of-event.ts';

const FACTS = { workspace: '/home/ada/shop', branch: 'main', user: 'Ada' };

describe.each(EVENT_NAMES)('sample values of %s', (event) => {
  const values = sampleValues(event);

  it('have every name that a hook on it can use', () => {
    const names = valuesOfEvent({ event, batch: event.startsWith('file.'), secretEnv: 'SECRET' }) ?? [];
    expect(Object.keys(createContext({ name: event, values }, 0, FACTS))).toEqual(expect.arrayContaining([...names]));
  });

  it('have no name that there is not, and none without a value', () => {
    for (const [name, value] of Object.entries(values)) {
      expect(CONTEXT_NAMES).toContain(name);
      expect(value, name).toBeDefined();
      expect(typeof value === 'number', name).toBe(NUMBER_NAMES.includes(name) || name === 'missed');
    }
  });
});

it('there is a sample for every name of a context', () => {
  const given = new Set(
    EVENT_NAMES.flatMap((event) => Object.keys(createContext({ name: event, values: sampleValues(event) }, 0, FACTS))),
  );
  expect(CONTEXT_NAMES.filter((name) => !given.has(name))).toEqual([]);
});

it('the operation of an agent is one that there is', () => {
  const { agent, operation } = sampleValues('agent');
  expect(AGENT_OPERATIONS.some((each) => each.agent === agent && each.operation === operation)).toBe(true);
});
