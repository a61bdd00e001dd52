import { parseAst } from 'vitest/node';

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

/** Matchers that compare values, and so take a RegExp for an object and not for a pattern. */
const COMPARING =
  /^(toEqual|toStrictEqual|toMatchObject|toContainEqual|toHaveProperty|to\w+With|(object|array)Containing)$/;

/** Where a literal, or what stands around one, holds its values. */
const HOLDERS = ['elements', 'properties', 'value', 'argument', 'expression', 'consequent', 'alternate'];

/** The expectations in the text of a TypeScript or JavaScript file that compare with a RegExp, each as `line: matcher`. */
export function findPatternExpectations(text: string): string[] {
  const nodes = nodesOf(parseAst(text, { lang: 'ts' }));
  const patterns = new Set(
    nodes.flatMap((node) => (node.type === 'VariableDeclarator' && isRegExp(node['init']) ? nameOf(node['id']) : [])),
  );
  const isPattern = (value: unknown): boolean => isRegExp(value) || nameOf(value).some((name) => patterns.has(name));
  return nodes.flatMap((node) => {
    const matcher = matcherOf(node);
    if (matcher === undefined || !valuesIn(node['arguments']).some(isPattern)) return [];
    return [`${text.slice(0, node.start).split('\n').length}: ${matcher}`];
  });
}

function nodesOf(root: unknown): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value)) nodes.push(value);
    Object.values(value).forEach(visit);
  };
  visit(root);
  return nodes;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The name of the comparing matcher that is called here. */
function matcherOf({ type, callee }: SyntaxNode): string | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return undefined;
  return nameOf(callee['property']).find((name) => COMPARING.test(name));
}

function nameOf(value: unknown): readonly string[] {
  return isNode(value) && value.type === 'Identifier' && typeof value['name'] === 'string' ? [value['name']] : [];
}

function isRegExp(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'Literal') return 'regex' in value;
  return value.type === 'NewExpression' && nameOf(value['callee']).includes('RegExp');
}

/** The values that a literal is made of, at any depth; what calls return is none of them. */
function valuesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  if (!isNode(value)) return [];
  return [value, ...HOLDERS.flatMap((holder) => valuesIn(value[holder]))];
}
