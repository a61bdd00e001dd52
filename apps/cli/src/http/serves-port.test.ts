import { expect, it } from 'vitest';
import { servesPort } from './serves-port.ts';

it.each([
  [{ url: 'http://127.0.0.1:7420/mcp' }, true],
  [{ url: 'http://127.0.0.1:7421/mcp' }, false],
  [{ url: 'no address' }, false],
  [{}, false],
  [undefined, false],
])('knows of %j whether it serves port 7420', (about, is) => {
  expect(servesPort(about && { program: 'toolyard up', isBackground: false, links: 0, ...about }, 7420)).toBe(is);
});
