import { expect, it } from 'vitest';
import { openGateway } from '../harness/start-gateway.ts';
import { ANSWER, createRecordingYard, expectArgument, expectNothingForged, smuggle } from './smuggled-lines.ts';

it('what HTTP clients hide between lines is an argument, also in a yard that was joined', () =>
  expectArgument({ isJoined: true }));

it('what a client hides behind a CR on a pipe is an argument, in a yard of its own and in one that was joined', async () => {
  const place = createRecordingYard();
  const first = await openGateway(place);
  await first.toolNames();
  for (const client of [first, await openGateway(place)]) {
    client.write(`${smuggle('\r')}\n`);
    expect(await client.answerTo(7)).toMatchObject(ANSWER);
  }
  expect(place.calls()).toEqual(['look', 'look']);
});

it('a server at a URL that lays out its events over many lines is listed and answers, and forges no answer of another', () =>
  expectNothingForged('events'));
