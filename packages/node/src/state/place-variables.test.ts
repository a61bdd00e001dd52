import { expect, it } from 'vitest';
import { placeVariablesIn } from './place-variables.ts';
import { resolvePlaces } from './resolve-places.ts';

it('leads to the same places, and passes nothing else on', () => {
  const named = { TOOLYARD_STATE_DIR: '/state', XDG_DATA_HOME: '/data', XDG_CONFIG_HOME: '/config' };
  const env = { ...named, TOOLYARD_DATA_DIR: '', XDG_STATE_HOME: undefined, TOOLYARD_TOKEN: 'secret', PATH: '/bin' };
  expect(placeVariablesIn(env)).toEqual(named);
  const of = { homeDir: '/home/you', platform: 'linux' } as const;
  expect(resolvePlaces({ ...of, env: placeVariablesIn(env) })).toEqual(resolvePlaces({ ...of, env }));
});
