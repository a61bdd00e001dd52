// What a client does in each scenario of the suite. The suite's server sees the links of Toolyard behind it.

const listTools = async ({ request }) => (await request('tools/list')).tools;

const call = ({ request }, name, args = {}) => request('tools/call', { name, arguments: args });

const callOne = (name, args) => async (toolyard) => {
  await listTools(toolyard);
  await call(toolyard, name, args);
};

async function readAll(toolyard) {
  const [tool] = await listTools(toolyard);
  await call(toolyard, tool.name);
  const { resources } = await toolyard.request('resources/list');
  await toolyard.request('resources/read', { uri: resources[0].uri });
  const { prompts } = await toolyard.request('prompts/list');
  await toolyard.request('prompts/get', { name: prompts[0].name, arguments: {} });
}

async function callWanted(toolyard, { toolCalls = [] }) {
  await listTools(toolyard);
  for (const { name, arguments: args } of toolCalls) await call(toolyard, name, args);
}

async function callEach(toolyard) {
  for (const { name } of await listTools(toolyard)) await call(toolyard, name, { region: 'us-west1' });
}

async function answerQuestions(toolyard) {
  await listTools(toolyard);
  const names = ['echo_state', 'no_state', 'unrelated', 'no_result_type'];
  for (const name of names) await call(toolyard, `test_mrtr_${name}`);
}

async function echoSchema(toolyard) {
  const tools = await listTools(toolyard);
  const { inputSchema } = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  await call(toolyard, 'json_schema_echo', { schema: inputSchema });
}

/** The scenarios that Toolyard can go through, by name. */
export const SCENARIOS = {
  initialize: listTools,
  tools_call: callOne('add_numbers', { a: 5, b: 3 }),
  'elicitation-sep1034-client-defaults': callOne('test_client_elicitation_defaults'),
  'sse-retry': callOne('test_reconnection'),
  'json-schema-2020-12-preservation': echoSchema,
  'json-schema-ref-no-deref': listTools,
  'request-metadata': listTools,
  'sep-2322-client-request-state': answerQuestions,
  'http-standard-headers': readAll,
  'http-custom-headers': callWanted,
  'http-invalid-tool-headers': callEach,
};
