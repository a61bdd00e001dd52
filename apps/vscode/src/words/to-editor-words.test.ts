import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findDoubts, parseHooksFile } from '@toolyard/hooks';
import { describeFailure } from '@toolyard/host';
import { explainServer } from '@toolyard/runtime';
import { describe, expect, it } from 'vitest';
import { toEditorWords } from './to-editor-words.ts';

const PACKAGES = fileURLToPath(new URL('../../../../packages', import.meta.url));
const APP = fileURLToPath(new URL('../..', import.meta.url));

/** A command or an option of the command line, as sentences name them. */
const COMMAND_LINE = /\btoolyard [a-z]+|(?<=[\s(])--[a-z][a-z-]*/;

/** Files whose sentences need no words of the editor, and why. Their paths begin at the packages. */
const NEVER_SHOWN: Readonly<Record<string, string>> = {
  'assistant/src/approval/create-fixed-approver.ts': 'the command "ask" alone uses it',
  'core/src/config/parse-configuration.ts': '"toolyard" is a key of the file there',
  'core/src/text/find-telling-line.ts': 'it reads what others write',
  'front/src/http/create-http-front.ts': 'the host that opens a front gives it a token of its own',
  'hooks/src/file/find-agent-doubts.ts': 'one sentence in two lines, tested below as a whole',
  'hooks/src/run/parse-event-file.ts': 'files of events are given to commands alone',
  'hooks/src/run/send-to-chat.ts': 'it names what runs in a terminal, to be stopped there',
  'host/src/assistant/keep-conversation.ts': 'the command "ask" alone uses it',
  'host/src/configuration/to-find-options.ts': 'it is about two options of a command',
  'host/src/hooks/check/check-hooks.ts': 'it is about events that the editor tells of by itself',
  'host/src/hooks/install/create-fire-script.ts': 'a script for git',
  'host/src/hooks/install/git-hook-lines.ts': 'lines of a script for git',
  'host/src/http/open-http.ts': 'only a command listens for others than this machine',
  'host/src/http/read-tls.ts': 'only a command listens for others than this machine',
  'host/src/yard/locate-yard.ts': 'it names what runs in a terminal, to be stopped there',
  'host/src/yard/start-background-yard.ts': 'only commands have a yard in the background',
  'node/src/docker/create-container-watchdog.ts': 'a script',
  'tasks/src/store/create-sql-task-store.ts': 'the task list is part of the command line',
  'tasks/src/store/embedded/lock-folder.ts': 'the task list is part of the command line',
};

/** The lines of a file that have such words in a text also after `say`; comments do not count. */
function findLeft(file: string, say = toEditorWords): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /['"`]/.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line) && COMMAND_LINE.test(line))
    .map((line) => say(line.replaceAll(/\$\{[^}]*\}/g, 'x')).trim())
    .filter((line) => COMMAND_LINE.test(line.replace(/run "toolyard up" in a terminal/, '')));
}

function listSources(folder: string): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.map((file) => file.split(sep).join('/')).filter((file) => /(?<!\.test)\.ts$/.test(file));
}

it('says of an input without a value what asks for it', () => {
  const text = 'Missing input: key; set TOOLYARD_INPUT_KEY, or start Toolyard on a terminal to be asked';
  expect(toEditorWords(text)).toBe('Missing input: key; run "Toolyard: Start Server" to be asked');
});

describe('the sentences of the packages', () => {
  const sources = listSources(PACKAGES).filter((file) => /^(?!testing\/)[^/]+\/src\//.test(file));

  it('name no command of the command line where the editor shows them', () => {
    expect(sources.length).toBeGreaterThan(300);
    const left = sources
      .filter((file) => !Object.hasOwn(NEVER_SHOWN, file))
      .flatMap((file) => findLeft(join(PACKAGES, file)).map((line) => `${file}: ${line}`));
    // A new one: say it in `toEditorWords`, or say in `NEVER_SHOWN` why nobody sees it.
    expect(left).toEqual([]);
  });

  it('are looked at in every file that has them: none is excused for nothing', () => {
    const excused = Object.keys(NEVER_SHOWN).filter(
      (file) => !sources.includes(file) || findLeft(join(PACKAGES, file)).length === 0,
    );
    expect(excused).toEqual([]);
  });
});

it('has no such words in the texts of the extension itself', () => {
  const own = listSources(join(APP, 'src')).filter((file) => file !== 'words/to-editor-words.ts');
  expect(own.length).toBeGreaterThan(100);
  const left = [...own.map((file) => `src/${file}`), 'manifest.json'].flatMap((file) =>
    findLeft(join(APP, file), (line) => line).map((line) => `${file}: ${line}`),
  );
  expect(left).toEqual([]);
});

describe('toEditorWords', () => {
  it.each([
    [
      explainServer({ key: 'chat', state: 'disabled', tools: 0, failures: 0 }, 0),
      'Server chat is disabled. Run "Toolyard: Start Server" to use it.',
    ],
    [
      explainServer({ key: 'chat', state: 'failed', reason: 'no.', phase: 'startup', tools: 0, failures: 0 }, 0),
      'Server "chat" did not start: no. Fix its configuration, then run "Toolyard: Start Server".',
    ],
    [
      describeFailure({ key: 'chat', state: 'disabled', tools: 0, failures: 0 }) ?? '',
      'Server chat is disabled. Run "Toolyard: Start Server" to use it.',
    ],
    [
      'To see what it would start and to approve it, run: toolyard approve --found /home/you/toolyard.json',
      'To see what it would start and to approve it, run "Toolyard: Approve Servers".',
    ],
    [
      'Run "toolyard approve" there to see what it would start and to approve it, or name it with --config.',
      'Run "Toolyard: Approve Servers" to see what it would start and to approve it, or name it in the setting "toolyard.configuration".',
    ],
    [
      'the file changed and the change is not approved. Run "toolyard approve", then start this command again.',
      'the file changed and the change is not approved. Run "Toolyard: Approve Servers".',
    ],
    [
      'The event is safe in the queue; run "toolyard hooks log" to see what happens to it.',
      'The event is safe in the queue; look in the view Runs to see what happens to it.',
    ],
    [
      'starts only once the hook is approved: run "toolyard hooks approve review-spec"',
      'starts only once the hook is approved: run "Toolyard: Approve Hook"',
    ],
    [
      'The built-in server "tasks" is not part of this program. Run it with "toolyard up".',
      'The built-in server "tasks" is not part of this program. It is part of the command line: run "toolyard up" in a terminal.',
    ],
    ['A tool said --yes to toolyard.', 'A tool said --yes to toolyard.'],
  ])('%j', (said, inEditor) => {
    expect(toEditorWords(said)).toBe(inEditor);
  });

  it('says how to run a hook for an operation that nothing tells of', () => {
    const trigger = { event: 'agent', agent: 'speckit', operation: 'specify', timing: 'before' };
    const hook = { id: 'a', trigger, action: { type: 'custom', parameters: { command: 'x', args: ['{commit}'] } } };
    const [parsed] = parseHooksFile(JSON.stringify({ version: 1, hooks: [hook] }), { format: 'json' }).hooks;
    const doubts = parsed === undefined ? [] : findDoubts(parsed).map(({ message }) => toEditorWords(message));
    expect(doubts).toEqual([
      'Files only tell that an operation has ended, not that one begins; run the hook by hand with "Toolyard: Run Hook Now"',
      expect.stringMatching(
        /^"commit" has no value for agent, unless the event is entered by hand with one; this event has /,
      ),
    ]);
  });
});
