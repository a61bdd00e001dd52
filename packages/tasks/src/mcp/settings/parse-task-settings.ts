import { createSettingReader, type SettingReader } from './create-setting-reader.ts';
import { mergeSources } from './merge-sources.ts';
import type { SettingNeeds, SettingProblem, SettingSources, TaskLogLevel, TaskSettings } from './task-settings.ts';

const LOG_LEVELS: readonly TaskLogLevel[] = ['DEBUG', 'INFO', 'WARNING', 'ERROR'];
const MAX_TIMEOUT_S = 3600;
const MAX_RETRIES = 10;
/** How long a token has to be that nobody guesses, in characters. */
const STRONG_TOKEN = 32;
const RATE = { min: -1, max: 1_000_000, isWhole: true };

/** Settings, or everything that is wrong with them; what people should know of them, and what the file had to say. */
export type ParsedTaskSettings = { readonly file: FileShare; readonly warnings: readonly string[] } & (
  | { readonly ok: true; readonly settings: TaskSettings }
  | { readonly ok: false; readonly problems: readonly SettingProblem[] }
);

/** The names of the settings in the file, for people to see what a folder decides. */
export interface FileShare {
  readonly used: readonly string[];
  /** Those that must not come from a folder. */
  readonly ignored: readonly string[];
}

/** Reads the settings; names count in any case, and an empty value is none. */
export function parseTaskSettings(sources: SettingSources, needs: SettingNeeds = {}): ParsedTaskSettings {
  const { values, ignored } = mergeSources(sources, needs);
  const reader = createSettingReader(values);
  const serviceTokens = readTokens(reader, needs);
  const backendBaseUrl = readBaseUrl(reader, needs);
  const userId = reader.text('TASKS_USER_ID', /^[\x21-\x7e]{1,200}$/, '1 to 200 printable characters without a space');
  const databaseUrl =
    needs.database === true
      ? reader.text('DATABASE_URL', /^postgres(ql)?:\/\/./, 'a URL that starts with postgres://')
      : undefined;
  const settings: TaskSettings = {
    serviceTokens,
    logLevel: reader.word('MCP_LOG_LEVEL', LOG_LEVELS) ?? 'INFO',
    mcpPort: reader.number('MCP_SERVER_PORT', { min: 0, max: 65_535, isWhole: true }) ?? 3000,
    backendTimeoutMs: (reader.number('BACKEND_TIMEOUT', { above: 0, max: MAX_TIMEOUT_S }) ?? 30) * 1000,
    backendMaxRetries: reader.number('BACKEND_MAX_RETRIES', { min: 0, max: MAX_RETRIES, isWhole: true }) ?? 2,
    readsPerMinute: reader.number('TASKS_READS_PER_MINUTE', RATE) ?? 100,
    writesPerMinute: reader.number('TASKS_WRITES_PER_MINUTE', RATE) ?? 30,
    ...(backendBaseUrl === undefined ? {} : { backendBaseUrl }),
    ...(userId === undefined ? {} : { userId }),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  };
  const { problems, warnings } = reader;
  const told = { warnings, file: { used: [...reader.fromFile], ignored } };
  return problems.length > 0 ? { ok: false, problems, ...told } : { ok: true, settings, ...told };
}

function readTokens(reader: SettingReader, { token }: SettingNeeds): string[] {
  if (token === true && !reader.has('SERVICE_AUTH_TOKEN')) {
    reader.complain(
      'SERVICE_AUTH_TOKEN',
      'is missing. Set it to the token of the backend, for example the output of "openssl rand -hex 32".',
    );
  }
  return ['SERVICE_AUTH_TOKEN', 'SERVICE_AUTH_TOKEN_PREVIOUS'].flatMap((name) => {
    const given = reader.text(name, /^[\x21-\x7e]+$/, 'printable characters without a space');
    if (given === undefined) return [];
    if (token === true && given.length < STRONG_TOKEN) {
      const advice = 'Use a longer one, for example the output of "openssl rand -hex 32".';
      reader.warn(name, `has fewer than ${STRONG_TOKEN} characters and may be guessed. ${advice}`);
    }
    return [given];
  });
}

function readBaseUrl(reader: SettingReader, { backend }: SettingNeeds): URL | undefined {
  // The second is its name in the project that this one took its endpoints from.
  const name =
    reader.has('BACKEND_BASE_URL') || !reader.has('FASTAPI_BASE_URL') ? 'BACKEND_BASE_URL' : 'FASTAPI_BASE_URL';
  const text = reader.text(name, /^https?:\/\/[^/?#\s]/i, 'a URL that starts with http:// or https://');
  if (backend === true && !reader.has(name)) {
    reader.complain(name, 'is missing. Set it to the address of the task backend, such as http://127.0.0.1:8000.');
  }
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) reader.complain(name, 'is not a URL. Use one such as http://127.0.0.1:8000.');
  else if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    reader.complain(
      name,
      'must be an address only. Use one such as http://127.0.0.1:8000, and SERVICE_AUTH_TOKEN for the token.',
    );
  }
  return url;
}
