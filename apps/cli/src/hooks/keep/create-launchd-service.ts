import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import type { KeptService, ServiceContent } from './kept-service.ts';
import { toServiceMark } from './service-mark.ts';

/** An agent of the user's launchd. */
export function createLaunchdService(content: ServiceContent): KeptService {
  const { slug, homeDir, userId } = content;
  const name = `dev.toolyard.hooks.${slug}`;
  const file = join(homeDir, 'Library', 'LaunchAgents', `${name}.plist`);
  const log = join(homeDir, 'Library', 'Logs', `toolyard-hooks-${slug}.log`);
  const remove = { words: ['launchctl', 'bootout', `gui/${userId}/${name}`], mayFail: true } as const;
  return {
    system: 'launchd',
    name,
    file,
    text: toAgent(content, { name, log }),
    // One that is loaded already cannot be loaded again.
    start: () => [remove, { words: ['launchctl', 'bootstrap', `gui/${userId}`, file] }],
    stop: [remove],
    forget: [],
    notes: [`What it does: ${log}`],
  };
}

function toAgent(
  { workspace, words, env }: ServiceContent,
  { name, log }: { readonly name: string; readonly log: string },
): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    ...toServiceMark(workspace).map((line) => `<!-- ${line} -->`),
    '<plist version="1.0">',
    '  <dict>',
    ...toEntry('Label', [toString(name)]),
    ...toEntry('ProgramArguments', ['<array>', ...words.map((word) => `  ${toString(word)}`), '</array>']),
    ...toEntry('EnvironmentVariables', [
      '<dict>',
      ...Object.entries(env).flatMap(([key, value]) => [`  <key>${escapeXml(key)}</key>`, `  ${toString(value)}`]),
      '</dict>',
    ]),
    ...toEntry('RunAtLoad', ['<true/>']),
    ...toEntry('KeepAlive', ['<dict>', '  <key>SuccessfulExit</key>', '  <false/>', '</dict>']),
    ...toEntry('ThrottleInterval', ['<integer>10</integer>']),
    ...toEntry('ExitTimeOut', ['<integer>30</integer>']),
    ...toEntry('StandardOutPath', [toString(log)]),
    ...toEntry('StandardErrorPath', [toString(log)]),
    '  </dict>',
    '</plist>',
    '',
  ].join('\n');
}

function toEntry(key: string, lines: readonly string[]): string[] {
  return [`<key>${key}</key>`, ...lines].map((line) => `    ${line}`);
}

function toString(text: string): string {
  return `<string>${escapeXml(text)}</string>`;
}

/** Throws `usage` for signs that XML cannot hold at all. */
function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) {
    const message = `${JSON.stringify(text)} has characters that a file for launchd cannot hold. Rename the folder.`;
    throw new ToolyardError('usage', message);
  }
  const named = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return named.replaceAll(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
