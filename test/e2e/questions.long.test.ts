import { it } from 'vitest';
import { expectAskedAtUrl } from './harness/converse-over-http.ts';

it(
  'the built gateway passes the questions of one server at a URL on to 200 clients at once',
  { timeout: 300_000 },
  () => expectAskedAtUrl(200),
);
