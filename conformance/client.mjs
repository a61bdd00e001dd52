// Toolyard as a client, for the client half of the suite: `client.mjs URL` connects the built product to the server at the URL,
// and does what the scenario in MCP_CONFORMANCE_SCENARIO expects of a client.
import { SCENARIOS } from './client/scenarios.mjs';
import { startToolyard } from './client/start-toolyard.mjs';

const { MCP_CONFORMANCE_SCENARIO: name, MCP_CONFORMANCE_CONTEXT: context } = process.env;
const [url] = process.argv.slice(2);
const scenario = SCENARIOS[name];

if (scenario === undefined || url === undefined) {
  process.stderr.write(`There is no way through the scenario "${name}" here, or no URL was given.\n`);
  process.exitCode = 2;
} else {
  const toolyard = await startToolyard(url);
  try {
    await scenario(toolyard, JSON.parse(context ?? '{}'));
  } finally {
    await toolyard.stop();
  }
}
