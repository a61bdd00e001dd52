import { describe, it } from 'vitest';
import { createHostilePlace, expectApprovedByYes, expectNothingStarted } from './hostile-place.ts';

const place = createHostilePlace();

describe('a configuration that merely lies in the working directory', () => {
  it.each([[['serve']], [['tools']], [['call', 'hostile:x']]])('starts nothing with %j', (words) =>
    expectNothingStarted(place, words),
  );

  it.each([[['tools']], [['test', 'hostile']]])('is shown by %j --yes, which approves it', (words) =>
    expectApprovedByYes(place, words),
  );
});
