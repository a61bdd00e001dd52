import { isJsonObject } from '@toolyard/core';
import type { YamlIssue } from '@toolyard/core/yaml';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BlockBody, BodyIssue } from './block-body.ts';
import { findLine, findLineStarts } from './find-line-starts.ts';
import { readBlockOptions } from './read-block-options.ts';
import { readPlainYaml } from './read-plain-yaml.ts';
import { readNoteYaml } from './read-note-yaml.ts';

const HASH_DIGITS = 8;

/** Reads the body of a tool block; what is wrong with it is data. */
export function readBlockBody(language: string, text: string): BlockBody {
  const hash = bytesToHex(sha256(utf8ToBytes(`${language}\n${text}`))).slice(0, HASH_DIGITS);
  const plain = readPlainYaml(text);
  const { value, issues, places } =
    plain === undefined ? readNoteYaml(text) : { value: plain, issues: [], places: NONE };
  const problems: BodyIssue[] = issues.map((issue) => toBodyIssue(text, 'invalid-yaml', issue));
  const unread = (): BlockBody => ({
    text,
    hash,
    arguments: {},
    options: {},
    ...readNames(language, text),
    issues: problems,
  });
  if (value === undefined) return unread();
  const report = (message: string, key?: string): void => {
    const offset = key === undefined ? 0 : (places.get(`${key}/`) ?? findKey(text, key));
    problems.push(toBodyIssue(text, 'invalid-block', { message, offset, severity: 'error' }));
  };
  if (!isJsonObject(value)) {
    report('The body must be lines of "name: value"');
    return unread();
  }
  const read = readBlockOptions(value, language === 'mcp', report);
  const server = language === 'mcp' ? read.server : language;
  return { text, hash, ...read, ...(server !== undefined && { server }), issues: problems };
}

// A block that cannot be read still has to be told apart from others in a report.
function readNames(language: string, text: string): Pick<BlockBody, 'tool' | 'server'> {
  const tool = /^tool:[ \t]*["']?([^\s"'#]+)/m.exec(text)?.[1] ?? '';
  return language === 'mcp' ? { tool } : { tool, server: language };
}

const NONE: ReadonlyMap<string, number> = new Map();

function findKey(text: string, key: string): number {
  return text.startsWith(`${key}:`) ? 0 : text.indexOf(`\n${key}:`) + 1;
}

function toBodyIssue(text: string, code: BodyIssue['code'], issue: YamlIssue): BodyIssue {
  const starts = findLineStarts(text);
  const line = findLine(starts, Math.min(issue.offset, text.length));
  const column = issue.offset - (starts[line] ?? 0);
  return { code, message: issue.message, line, column, severity: issue.severity };
}
