import { parseUnitArgument, parseUnitWords } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLaunchdService } from './create-launchd-service.ts';
import { createSystemdService } from './create-systemd-service.ts';
import type { ServiceContent } from './kept-service.ts';
import { findServiceOwner } from './service-mark.ts';

const CONTENT: ServiceContent = {
  slug: 'shop-1a2b3c4d',
  workspace: '/home/ada/shop',
  words: ['/usr/bin/node', '/opt/toolyard.js', 'hooks', 'watch', '--workspace', '/home/ada/shop'],
  env: { PATH: '/usr/bin:/bin' },
  homeDir: '/home/ada',
  userConfigDir: '/home/ada/.config',
  userId: 1000,
};

/** Paths and words as people have them, and as nobody should. */
const word = fc.oneof(
  fc.string({ minLength: 1, unit: fc.constantFrom(...Array.from(' %$"\'\\`;&<>#=-/anthx0é字\t\n\r🐛')) }),
  fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\0')),
  fc.constantFrom('%h', '%%', '${HOME}', '$$', '\\x41', '--', '-->', ']]>', '&amp;', ';', 'a b', '/home/a "b"/c\\'),
);
const content: fc.Arbitrary<ServiceContent> = fc
  .record({ words: fc.array(word, { minLength: 1 }), workspace: word, variable: word })
  .map(({ words, workspace, variable }) => ({
    ...CONTENT,
    workspace: `/${workspace}`,
    words: ['/usr/bin/node', ...words],
    env: { PATH: variable },
  }));

function valueOf(unit: string, key: string): string {
  const lines = unit.split('\n').filter((line) => line.startsWith(`${key}=`));
  expect(lines).toHaveLength(1);
  return lines[0]?.slice(key.length + 1) ?? '';
}

describe('a unit for systemd', () => {
  it('is written so', () => {
    const { name, file, text } = createSystemdService(CONTENT);
    expect({ name, file }).toEqual({
      name: 'toolyard-hooks-shop-1a2b3c4d.service',
      file: '/home/ada/.config/systemd/user/toolyard-hooks-shop-1a2b3c4d.service',
    });
    expect(text).toBe(
      `# Written by "toolyard hooks service install"; "toolyard hooks service uninstall" removes it.
# Workspace: "/home/ada/shop"
[Unit]
Description=Toolyard hooks of "/home/ada/shop"

[Service]
ExecStart=/usr/bin/node /opt/toolyard.js hooks watch --workspace /home/ada/shop
Environment=PATH=/usr/bin:/bin
# Variables that the configuration names, a line NAME=value for each; readable for you alone.
EnvironmentFile=-/home/ada/.config/toolyard/environment
Restart=always
RestartSec=10
# The hooks or the configuration are wrong: another start would not help.
RestartPreventExitStatus=2
# Toolyard ends its servers itself.
KillMode=mixed

[Install]
WantedBy=default.target
`,
    );
  });

  it('starts exactly the words that were given, and has their variables, whatever is in them', () => {
    fc.assert(
      fc.property(content, (given) => {
        const { text } = createSystemdService(given);
        const [program, ...words] = parseUnitWords(valueOf(text, 'ExecStart'));
        expect([program, ...words.map(parseUnitArgument)]).toEqual(given.words);
        expect(parseUnitWords(valueOf(text, 'Environment'))).toEqual([`PATH=${given.env['PATH']}`]);
        expect(text.split('\n').filter((line) => line.endsWith('\\'))).toEqual([]);
        expect(text.split('\n')).toHaveLength(20);
      }),
      { numRuns: 500 },
    );
  });

  it('leaves out a file that it cannot name', () => {
    expect(createSystemdService({ ...CONTENT, userConfigDir: '/a\nb' }).text).not.toContain('EnvironmentFile');
    expect(createSystemdService({ ...CONTENT, userConfigDir: '/100%/c' }).text).toContain(
      'EnvironmentFile=-/100%%/c/toolyard/environment\n',
    );
  });

  it('starts again only where it was changed', () => {
    const { start } = createSystemdService(CONTENT);
    const verbs = (isChanged: boolean): unknown[] => start(isChanged).map(({ words }) => words[2]);
    expect(verbs(false)).toEqual(['daemon-reload', 'enable']);
    expect(verbs(true)).toEqual(['daemon-reload', 'enable', 'restart']);
  });
});

/** The texts in a file for launchd, in their order; fails where it is no XML. */
function parseStrings(text: string): string[] {
  for (const [, comment] of text.matchAll(/<!--(.*?)-->/gs)) expect(comment).not.toContain('--');
  const xml = text.replaceAll(/<!--.*?-->/gs, '');
  const open: string[] = [];
  for (const [, slash, name = '', empty] of xml.matchAll(/<(\/?)([a-z]+)[^<>]*?(\/?)>/g)) {
    if (slash === '/') expect(open.pop()).toBe(name);
    else if (empty === '') open.push(name);
  }
  expect(open).toEqual([]);
  expect(xml).not.toMatch(/&(?!(?:amp|lt|gt|#\d+);)/);
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };
  return [...xml.matchAll(/<string>([^<]*)<\/string>/g)].map(([, value = '']) =>
    value.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
      code === undefined ? (names[name] ?? '') : String.fromCharCode(Number(code)),
    ),
  );
}

/** Whether XML can hold a text at all. */
function isXmlText(text: string): boolean {
  return Array.from(text).every((sign) =>
    sign >= ' ' ? sign !== '\ufffe' && sign !== '\uffff' : '\t\n\r'.includes(sign),
  );
}

describe('a file for launchd', () => {
  it('has its place, its name and its commands', () => {
    const { name, file, text, start, stop } = createLaunchdService({ ...CONTENT, homeDir: '/Users/ada', userId: 501 });
    expect(name).toBe('dev.toolyard.hooks.shop-1a2b3c4d');
    expect(file).toBe('/Users/ada/Library/LaunchAgents/dev.toolyard.hooks.shop-1a2b3c4d.plist');
    expect(parseStrings(text)).toEqual([
      name,
      ...CONTENT.words,
      '/usr/bin:/bin',
      '/Users/ada/Library/Logs/toolyard-hooks-shop-1a2b3c4d.log',
      '/Users/ada/Library/Logs/toolyard-hooks-shop-1a2b3c4d.log',
    ]);
    expect(start(false).map(({ words }) => words.join(' '))).toEqual([
      'launchctl bootout gui/501/dev.toolyard.hooks.shop-1a2b3c4d',
      `launchctl bootstrap gui/501 ${file}`,
    ]);
    expect(stop).toEqual([
      { words: ['launchctl', 'bootout', 'gui/501/dev.toolyard.hooks.shop-1a2b3c4d'], mayFail: true },
    ]);
  });

  it('starts exactly the words that were given, whatever is in them', () => {
    fc.assert(
      fc.property(content, (given) => {
        fc.pre([...given.words, String(given.env['PATH'])].every(isXmlText));
        const strings = parseStrings(createLaunchdService(given).text);
        expect(strings.slice(1, 2 + given.words.length)).toEqual([...given.words, given.env['PATH']]);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses what XML cannot hold', () => {
    expect(() => createLaunchdService({ ...CONTENT, words: ['/a\u0001b'] })).toThrow(
      '"/a\\u0001b" has characters that a file for launchd cannot hold. Rename the folder.',
    );
  });
});

describe('findServiceOwner', () => {
  it.each([createSystemdService, createLaunchdService])('knows whose a file is: %o', (create) => {
    fc.assert(
      // Both hold such texts in comments; what a file cannot hold otherwise is another matter.
      fc.property(word, (name) => {
        const { text } = create({ ...CONTENT, workspace: `/${name}` });
        expect(findServiceOwner(text, `/${name}`)).toBe('ours');
        expect(findServiceOwner(text, `/${name}/`)).toBe('another workspace');
      }),
    );
    expect(findServiceOwner('[Unit]\nDescription=Mine\n', '/a')).toBe('somebody else');
  });
});
