import { measureInTurns } from './measure/rounds.mjs';
import { measureCpu } from './sections/cpu.mjs';
import { measureMemory } from './sections/memory.mjs';
import { measureRelay } from './sections/relay.mjs';
import { measureScale } from './sections/scale.mjs';
import { measureStarts } from './sections/start.mjs';
import { installPeers } from './targets/npm-peers.mjs';

const MEASURES = {
  relay: measureRelay,
  start: measureStarts,
  scale: measureScale,
  memory: measureMemory,
  cpu: measureCpu,
};
const WITH_PEERS = ['relay', 'scale'];

/** Measures sections with all targets in turns; gives the figures of every round, and the problems of those that were left out. */
export async function measureSections({ sections, size, rounds, withPeers, say }) {
  const problems = [];
  const note = (message, isPeer) => {
    problems.push({ message, isPeer });
    say(message);
  };
  const onMissingPeer = ({ name }, message) => note(`${name}: ${message}`, true);
  const arePeersWanted = withPeers && sections.some((name) => WITH_PEERS.includes(name));
  const peers = arePeersWanted ? await installPeers({ say, onProblem: onMissingPeer }) : [];
  const inTurns = (title, targets, measure) =>
    measureInTurns({
      targets,
      rounds,
      measure,
      onProblem: ({ name, isPeer = false }, message) => note(`${title}: ${name}: ${message}`, isPeer),
      onRound: (round) =>
        say(`${title}: round ${round} of ${rounds} (after ${Math.round(performance.now() / 1000)} s)`),
    });
  const results = {};
  for (const name of sections) Object.assign(results, await MEASURES[name]({ size, peers, inTurns }));
  return { rounds, results, problems };
}
