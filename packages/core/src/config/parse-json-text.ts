import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { createLocator, type Reporter } from './create-reporter.ts';

// The numbers of jsonc-parser's SyntaxKind, a const enum that cannot be imported here.
const OPENING = new Set([1, 3]);
const CLOSING = new Set([2, 4]);
const END_OF_FILE = 17;

const MAX_DEPTH = 100;
const MAX_ERRORS = 20;

const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'expected a string in double quotes, a number, true, false or null',
  InvalidNumberFormat: 'incomplete number',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'expected the end of the file',
  InvalidCommentToken: 'unexpected comment',
  UnexpectedEndOfComment: 'unclosed comment',
  UnexpectedEndOfString: 'unclosed string',
  UnexpectedEndOfNumber: 'incomplete number',
  InvalidUnicode: 'a \\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'invalid escape: this character needs no backslash',
  InvalidCharacter: 'control character in a string',
};

/** Reads JSON with comments and trailing commas; reports every syntax error, and gives nothing where there is one. */
export function parseJsonText(text: string, reporter: Reporter): Node | undefined {
  const deep = findTooDeep(text);
  if (deep !== undefined) {
    reportSyntax(text, reporter, [{ offset: deep, reason: `nested more than ${MAX_DEPTH} levels deep` }]);
    return undefined;
  }
  if (text.trim() === '') {
    reportSyntax(text, reporter, [{ offset: 0, reason: 'the file is empty' }]);
    return undefined;
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (errors.length === 0) return root;
  const reasons = errors.slice(0, MAX_ERRORS).map(({ error, offset }) => {
    const name = printParseErrorCode(error);
    return { offset, reason: REASONS[name] ?? name };
  });
  reportSyntax(text, reporter, reasons);
  return undefined;
}

/** Where a text is nested too deeply, if anywhere. The parser calls itself for every level, so depth is measured before it is used. */
export function findTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END_OF_FILE; token = scanner.scan()) {
    if (OPENING.has(token)) depth++;
    if (CLOSING.has(token)) depth--;
    if (depth > MAX_DEPTH) return scanner.getTokenOffset();
  }
  return undefined;
}

function reportSyntax(text: string, reporter: Reporter, errors: readonly { offset: number; reason: string }[]): void {
  const locate = createLocator(text);
  const seen = new Set<number>();
  for (const { offset, reason } of errors) {
    // What follows from an error often stands at the same place, and says less.
    if (seen.has(offset)) continue;
    seen.add(offset);
    const { line, column } = locate(offset);
    const message = `Invalid JSON at line ${line}, column ${column}: ${reason}`;
    reporter.problem({ code: 'invalid_json', offset, path: [], message });
  }
}
