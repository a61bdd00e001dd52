// `npm run conformance`: the protocol's own test suite against the fixture alone, and through the gateway, and its client half
// with Toolyard as the client.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENT_SUITES, NOT_APPLICABLE, NOT_YET, SERVERS, SUITES } from './matrix.mjs';
import { renderReport } from './render-report.mjs';
import { runMatrix } from './run-matrix.mjs';
import { installSuites } from './suite/install-suites.mjs';

const HALVES = ['server', 'client'];
const choices = (values) => [...new Set(values)].join(', ');

const HELP = `npm run conformance -- [options]

  --suite VERSION  only this version of the suite: ${choices(SUITES.map(({ version }) => version))}
  --revision R     only this revision: ${choices(SUITES.map(({ revision }) => revision))}
  --half HALF      only this half of the suite: ${choices(HALVES)}
  --server KIND    only the gateway in front of this kind of server: ${choices(SERVERS.map(({ name }) => name))}
  --json           machine-readable output
`;

const { values: options } = parseArgs({
  options: {
    suite: { type: 'string' },
    revision: { type: 'string' },
    half: { type: 'string' },
    server: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const isWanted = (option, value) => option === undefined || option === value;
const select = (suites, half) =>
  suites.filter(
    ({ version, revision }) =>
      isWanted(options.half, half) && isWanted(options.suite, version) && isWanted(options.revision, revision),
  );
const [suites, clientSuites] = [select(SUITES, 'server'), select(CLIENT_SUITES, 'client')];
const servers = SERVERS.filter(({ name }) => isWanted(options.server, name));

if (options.help) process.stdout.write(HELP);
else if (suites.length + clientSuites.length === 0 || servers.length === 0) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else await main();

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-conformance-'));
  try {
    const versions = new Set([...suites, ...clientSuites].map(({ version }) => version));
    const tools = await installSuites(versions, say);
    const report = await runMatrix({ suites, clientSuites, servers, tools, folder, say });
    process.stdout.write(options.json ? `${renderJson(report)}\n` : renderReport(report));
    if (report.problems.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function renderJson(report) {
  const lists = { notYet: Object.fromEntries(NOT_YET), notApplicable: Object.fromEntries(NOT_APPLICABLE) };
  return JSON.stringify({ ...report, ...lists }, undefined, 2);
}

function say(what) {
  process.stderr.write(`conformance: ${what}\n`);
}
