import { join } from 'node:path';
import type { KeptService, ServiceContent } from './kept-service.ts';
import { toServiceMark } from './service-mark.ts';

/** A unit of the user's systemd. */
export function createSystemdService(content: ServiceContent): KeptService {
  const name = `toolyard-hooks-${content.slug}.service`;
  const reload = { words: ['systemctl', '--user', 'daemon-reload'] } as const;
  return {
    system: 'systemd',
    name,
    file: join(content.userConfigDir, 'systemd', 'user', name),
    text: toUnit(content),
    start: (isChanged) => [
      reload,
      { words: ['systemctl', '--user', 'enable', '--now', name] },
      // One that runs already goes on as it was.
      ...(isChanged ? [{ words: ['systemctl', '--user', 'restart', name] } as const] : []),
    ],
    stop: [{ words: ['systemctl', '--user', 'disable', '--now', name], mayFail: true }],
    forget: [reload],
    notes: [
      `What it does: journalctl --user -u ${name} -f`,
      'To run it also while you are not logged in: loginctl enable-linger',
    ],
  };
}

function toUnit({ workspace, words, env, userConfigDir }: ServiceContent): string {
  const environment = join(userConfigDir, 'toolyard', 'environment');
  return [
    ...toServiceMark(workspace).map((line) => `# ${line}`),
    '[Unit]',
    `Description=Toolyard hooks of ${escapeSpecifiers(JSON.stringify(workspace))}`,
    '',
    '[Service]',
    `ExecStart=${words.map((word, index) => quoteUnitWord(index === 0 ? word : word.replaceAll('$', '$$$$'))).join(' ')}`,
    ...Object.entries(env).map(([name, value]) => `Environment=${quoteUnitWord(`${name}=${value}`)}`),
    ...(isOneLine(environment)
      ? [
          '# Variables that the configuration names, a line NAME=value for each; readable for you alone.',
          `EnvironmentFile=-${escapeSpecifiers(environment)}`,
        ]
      : []),
    'Restart=always',
    'RestartSec=10',
    '# The hooks or the configuration are wrong: another start would not help.',
    'RestartPreventExitStatus=2',
    '# Toolyard ends its servers itself.',
    'KillMode=mixed',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

/** A word of a unit, in quotes and with escapes where it needs them; a dollar sign is what it is outside of `ExecStart`. */
function quoteUnitWord(word: string): string {
  const escaped = escapeSpecifiers(word)
    .replaceAll(/["\\]/g, String.raw`\$&`)
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return /^[\w./@:+=-]+$/.test(word) ? word : `"${escaped}"`;
}

/** `%h` and the like would be the home folder and so on. */
function escapeSpecifiers(text: string): string {
  return text.replaceAll('%', '%%');
}

function isOneLine(path: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[\u0000-\u001f]/.test(path);
}
