import { SHEBANG } from './git-hook-lines.ts';

/** What the script that tells Toolyard is made of. */
export interface FireScript {
  /** The program that runs `script`. */
  readonly interpreter: string;
  readonly script: string;
  /** Where Toolyard keeps its state, where a variable says so that a desktop program may not have. */
  readonly stateDir?: string | undefined;
  /** The folder of the hooks was made for them. */
  readonly isFolderMade: boolean;
  /** The folders that are told, from the root of the repository. */
  readonly workspaces: readonly string[];
}

const MADE = '# The folder was made for the hooks.\n';

/** Variables by which git says where it works: whoever is started by a hook has a repository of its own. */
const GIT_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_EXEC_PATH',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_CONFIG_COUNT',
].join(' ');

const ABOUT = `# Tells Toolyard what git did, and never keeps git waiting.
# Written by "toolyard hooks install"; "toolyard hooks uninstall" removes it.
`;

/** What git waits for. */
const FOREGROUND = `if [ "$1" != --run ]; then
  case $1 in
  post-commit | post-merge | post-applypatch)
    # A merge with --squash makes no commit.
    [ "$1 $2" != 'post-merge 1' ] || exit 0
    commit=$(git rev-parse --quiet --verify HEAD) || exit 0
    set -- git.committed "commit=$commit" ''
    ;;
  post-checkout)
    # Of files, not of a branch.
    [ "$4" = 1 ] || exit 0
    set -- git.branch-changed "commit=$3" ''
    ;;
  pre-push) set -- git.pushed '' "$2" ;;
  *) exit 0 ;;
  esac
  detach=
  # Without setsid, as on macOS, at least a group of its own: a program that git runs in may end its group.
  if command -v setsid >/dev/null 2>&1; then detach=setsid; else set -m; fi
  $detach "$0" --run "$@" </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
  exit 0
fi

`;

/** What nobody waits for. */
const BACKGROUND = `event=$2
value=$3
push=$4

tell() {
  [ -d "$1" ] || return 0
  if [ -x "$node" ] && [ -f "$toolyard" ]; then
    "$node" "$toolyard" hooks fire "$event" --no-wait --from-git --data "$value" --workspace "./$1" &
  elif command -v toolyard >/dev/null 2>&1; then
    toolyard hooks fire "$event" --no-wait --from-git --data "$value" --workspace "./$1" &
  else
    return 0
  fi
  started=$!
  seconds=0
  while kill -0 "$started" 2>/dev/null; do
    if [ "$seconds" -ge 60 ]; then kill -9 "$started"; fi
    seconds=$((seconds + 1))
    sleep 1
  done
}

if [ "$event" = git.pushed ]; then
  # git runs the hook before it pushes, and only the end of git shows what became of it.
  value="since:=$(date +%s)"
  seconds=0
  while kill -0 "$push" 2>/dev/null && [ "$seconds" -lt 3600 ]; do
    seconds=$((seconds + 1))
    sleep 1
  done
fi

`;

/**
 * A script of the shell that tells Toolyard what git did, and never keeps git waiting: all that git waits for is the question which commit it
 * was. Everything else goes on in a session of its own that holds none of git's pipes, and is ended after a minute. It is given as bytes: one
 * character each.
 */
export function createFireScript({ interpreter, script, stateDir, isFolderMade, workspaces }: FireScript): string {
  const places =
    stateDir === undefined
      ? ''
      : `if [ -z "$TOOLYARD_STATE_DIR" ]; then export TOOLYARD_STATE_DIR=${quote(stateDir)}; fi\n`;
  return toBytes([
    SHEBANG,
    ABOUT,
    isFolderMade ? MADE : '',
    `node=${quote(interpreter)}\ntoolyard=${quote(script)}\n\n`,
    FOREGROUND,
    `unset ${GIT_VARIABLES} NODE_OPTIONS\n`,
    places,
    BACKGROUND,
    toTellLines(workspaces),
  ]);
}

const TELL = 'tell ';

/** What a script says that was written before; `undefined` where it is none. */
export function readFireScript(bytes: string): Pick<FireScript, 'workspaces' | 'isFolderMade'> | undefined {
  const text = Buffer.from(bytes, 'latin1').toString('utf8');
  if (!text.startsWith(SHEBANG) || !text.includes('"toolyard hooks install"')) return undefined;
  const quoted = text.split('\n').filter((line) => line.startsWith(`${TELL}'`));
  const workspaces = quoted.map((line) => unquote(line.slice(TELL.length)));
  return { workspaces, isFolderMade: text.includes(MADE) };
}

/** The same script for other workspaces. */
export function changeWorkspaces(bytes: string, workspaces: readonly string[]): string {
  const others = bytes.split('\n').filter((line) => !line.startsWith(`${TELL}'`));
  return others.join('\n') + toBytes([toTellLines(workspaces)]);
}

/** Paths may have any letters, and files of hooks are bytes: one character each. */
function toBytes(parts: readonly string[]): string {
  return Buffer.from(parts.join(''), 'utf8').toString('latin1');
}

function toTellLines(workspaces: readonly string[]): string {
  return workspaces.map((workspace) => `${TELL}${quote(workspace)}\n`).join('');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function unquote(text: string): string {
  return text.slice(1, -1).replaceAll("'\\''", "'");
}
