import { dropRelative } from './find-command.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

// Only what programs need to run at all: who and where the user is, language, temporary and cache folders, the way
// through a proxy, certificates, Docker's engine, the registry of npx, and the folders in which the shims of version
// managers look. Left out on purpose: SSH_AUTH_SOCK (it lends the user's keys), NODE_OPTIONS, and whole families such as
// DOCKER_* and npm_config_*, since DOCKER_AUTH_CONFIG and npm_config__auth hold passwords. "env" adds what a server needs.
const POSIX_NAMES = names(`
  HOME LOGNAME PATH SHELL TERM USER LANG LANGUAGE TZ TMPDIR TMP TEMP
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
  SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE
  DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_CERT_PATH DOCKER_TLS DOCKER_TLS_VERIFY DOCKER_API_VERSION
  DOCKER_DEFAULT_PLATFORM
  npm_config_registry npm_config_cache npm_config_userconfig npm_config_prefix
  NPM_CONFIG_REGISTRY NPM_CONFIG_CACHE NPM_CONFIG_USERCONFIG NPM_CONFIG_PREFIX
  NVM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PYENV_ROOT UV_CACHE_DIR
  DISPLAY WAYLAND_DISPLAY XAUTHORITY
`);
const POSIX_PREFIXES = ['LC_', 'XDG_'];

const WINDOWS_NAMES = names(`
  ALLUSERSPROFILE APPDATA COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMPUTERNAME COMSPEC HOMEDRIVE HOMEPATH
  LOCALAPPDATA NUMBER_OF_PROCESSORS OS PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86)
  PROGRAMW6432 PUBLIC SYSTEMDRIVE SYSTEMROOT USERDOMAIN USERNAME USERPROFILE WINDIR
`);

/**
 * The environment of a server: a short allow-list from Toolyard's own, so that its secrets do not leak, and all that the
 * configuration gives, which wins. The PATH that is passed on has absolute entries only: `#!/usr/bin/env node` looks there
 * too, and must not find what lies in the server's folder.
 */
export function createServerEnvironment(
  parent: Environment,
  platform: NodeJS.Platform,
  configured: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment = new Map<string, [name: string, value: string]>();
  const identity = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  for (const [name, value] of Object.entries(parent)) {
    // Old versions of bash pass functions on as variables that start like this; they are code, not data.
    if (value === undefined || value.startsWith('()') || !isAllowed(name, platform)) continue;
    const isPath = identity(name) === 'PATH';
    environment.set(identity(name), [name, isPath ? dropRelative(value, platform) : value]);
  }
  for (const [name, value] of Object.entries(configured)) environment.set(identity(name), [name, value]);
  return Object.fromEntries(environment.values());
}

/** A variable's value where the platform may not care about the case of names. */
export function readVariable(environment: Environment, platform: NodeJS.Platform, name: string): string | undefined {
  if (platform !== 'win32') return environment[name];
  const found = Object.keys(environment).find((each) => each.toUpperCase() === name.toUpperCase());
  return found === undefined ? undefined : environment[found];
}

function isAllowed(name: string, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32') return POSIX_NAMES.has(name) || POSIX_PREFIXES.some((prefix) => name.startsWith(prefix));
  const upper = name.toUpperCase();
  return WINDOWS_NAMES.has(upper) || POSIX_NAMES.has(upper) || POSIX_NAMES.has(name.toLowerCase());
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
