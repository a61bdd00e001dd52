import { writeEchoServers } from '../configurations.mjs';

/** How many calls are under way at once, unless a figure says otherwise. */
export const IN_FLIGHT = 16;

/** The configuration of most sections. */
export const oneServer = (folder) => writeEchoServers(folder, 1);

/** The call number `index` of a session: every one has other arguments, and its answer is checked. */
export function echoOf(target, session) {
  const name = target.toolName('s0', 'echo');
  return (index) => session.call(name, { text: `text ${index}` }, `text ${index}`);
}
