import { MODEL_APIS } from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createAskPlace, type AskPlace } from './ask-place.ts';

/** The tests beside this one speak with a compatible server. */
const OTHERS = MODEL_APIS.filter((api) => api !== 'openai-compatible');

it.each(OTHERS)('toolyard ask speaks with %s, and gives it what a real server returned', async (api) => {
  let place: AskPlace;
  const read = (name: string) => ({ tool: 'files:read_text_file', arguments: { path: place.pathOf(name) } });
  place = await createAskPlace(
    [
      () => ({ reasoning: 'Two files.', text: 'I look.\n', calls: [read('a.txt'), read('b.txt')] }),
      ({ news }) => ({ text: `They say: ${[...news.join().matchAll(/Grüße \d/g)].join(', ')}.` }),
    ],
    { api },
  );
  place.write('a.txt', 'Grüße 1');
  place.write('b.txt', 'Grüße 2');
  const { code, stdout, stderr } = await place.ask('What do they say?', '--yes');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'I look.\nThey say: Grüße 1, Grüße 2.\n' });
  expect(stderr).toContain('files:read_text_file: success');
  expect(place.model.mistakes).toEqual([]);
});
