import { expect, it } from 'vitest';
import { realServer } from '../documents/create-note-place.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { createAskPlace } from './ask-place.ts';

it('the answer of a model that calls echo is in its note in less than 2 s, and the call is logged', async () => {
  const place = await createAskPlace(
    [
      { calls: [{ tool: 'everything:echo', arguments: { message: 'Hello from the model' } }] },
      ({ news }) => ({ text: `It said: ${/Echo: [\w ]+/.exec(news.join())?.[0]}.` }),
    ],
    { servers: { everything: realServer('everything') } },
  );
  place.write('note.md', '#User : Echo something.\n');
  const client = await openGateway(place);
  expect(await client.toolNames()).toContain('everything__echo');
  const askedAt = performance.now();
  const { code } = await place.ask('--document', 'note.md', '--yes');
  expect(performance.now() - askedAt).toBeLessThan(2000);
  expect(code).toBe(0);
  expect(place.read('note.md')).toMatch(
    /^> \[!tool\]- everything:echo · success · [^]*> Echo: Hello from the model\n[^]*\nIt said: Echo: Hello from the model\.\n$/m,
  );
  const { history } = JSON.parse((await place.toolyard(['calls', '--json'])).stdout);
  expect(history).toMatchObject([
    { tool: 'everything:echo', status: 'success', origin: 'assistant', document: { path: 'note.md', line: 1 } },
  ]);
  await client.close();
});
