import type { Operations, ParameterRule } from '@toolyard/hooks';

/** A page with the table of these operations between its two marks; throws where the page has no such marks. */
export function putOperationTable(page: string, kind: string, operations: Operations): string {
  const [begin, end] = [
    `<!-- ${kind} operations:begin: written by "npx vitest run tools/docs.test.ts -u" -->`,
    `<!-- ${kind} operations:end -->`,
  ];
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`The page has no lines "${begin}" and "${end}" in this order`);
  return `${page.slice(0, before + begin.length)}\n\n${renderTable(operations)}\n\n${page.slice(after)}`;
}

/** The table as the formatter leaves it: every column as wide as its longest cell. */
function renderTable(operations: Operations): string {
  const rows = [['operation', 'parameter', 'value', 'what it is'], ...toRows(operations)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const toLine = (cells: readonly string[], fill = ' '): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [head = [], ...others] = rows;
  return [toLine(head), toLine([], '-'), ...others.map((row) => toLine(row))].join('\n');
}

/** What all operations have stands once, before them. */
function toRows(operations: Operations): string[][] {
  const [first = {}, ...others] = Object.values(operations);
  const isCommon = (name: string): boolean =>
    others.every((rules) => rules[name] !== undefined && rules[name] === first[name]);
  const common = Object.entries(first).filter(([name]) => isCommon(name));
  return [
    ...toGroup('all', common),
    ...Object.entries(operations).flatMap(([operation, rules]) =>
      toGroup(
        `\`${operation}\``,
        Object.entries(rules).filter(([name]) => !isCommon(name)),
      ),
    ),
  ];
}

function toGroup(title: string, rules: readonly (readonly [string, ParameterRule])[]): string[][] {
  return rules.map(([name, rule], index) => [index === 0 ? title : '', `\`${name}\``, describeValue(rule), rule.about]);
}

const KINDS: Readonly<Record<Exclude<ParameterRule['kind'], 'choice'>, string>> = {
  text: 'text',
  prompt: 'text',
  chat: 'text',
  words: 'list of texts',
  variables: 'texts by name',
  line: 'one line',
  lines: 'list of lines',
  number: 'number',
  flag: '`true` or `false`',
};

function describeValue({
  kind,
  values = [],
  fixed,
  required,
  requiredUnless,
  default: fallback,
}: ParameterRule): string {
  const what = kind === 'choice' ? values.map((value) => `\`${value}\``).join(', ') : KINDS[kind];
  const notes = [
    ...(fixed ? ['no template'] : []),
    ...(required ? ['required'] : []),
    ...(requiredUnless === undefined ? [] : [`this or \`${requiredUnless}\``]),
    ...(fallback === undefined || fallback === false ? [] : [`default \`${String(fallback)}\``]),
  ];
  return [what, ...notes].join('; ');
}
