/** A parameter of a tool whose value is repeated in a header. */
export interface HeaderParameter {
  /** The names that lead to it. */
  readonly path: readonly string[];
  /** In lower case. */
  readonly header: string;
}

const ANNOTATION = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/** Keywords whose members are schemas by names that a server chose. */
const NAMED_SCHEMAS: readonly string[] = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
];
/** Keywords that hold values and no schemas. */
const VALUES: readonly string[] = ['default', 'const', 'enum', 'examples', 'example'];

/** Far deeper than any schema that people write; what lies below is not looked at. */
const MAX_DEPTH = 100;

interface Place {
  readonly path: readonly string[];
  /** Whether only `properties` lead here. */
  readonly isStatic: boolean;
  readonly depth: number;
}

/** The parameters that a tool's schema wants in headers, or why it must not be used. */
export function findHeaderParameters(inputSchema: unknown): readonly HeaderParameter[] | string {
  const found: HeaderParameter[] = [];
  const problem = visit(inputSchema, { path: [], isStatic: true, depth: 0 }, found);
  if (problem !== undefined) return problem;
  const twice = found.find(({ header }, at) => found.findIndex((other) => other.header === header) !== at);
  return twice === undefined ? found : `two parameters use the header "${twice.header}"`;
}

function visit(node: unknown, place: Place, found: HeaderParameter[]): string | undefined {
  if (typeof node !== 'object' || node === null || place.depth > MAX_DEPTH) return undefined;
  const schema: Readonly<Record<string, unknown>> = { ...node };
  if (!Array.isArray(node) && Object.hasOwn(schema, ANNOTATION)) {
    const problem = findProblem(schema, place);
    if (problem !== undefined) return problem;
    found.push({ path: place.path, header: `mcp-param-${String(schema[ANNOTATION]).toLowerCase()}` });
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = VALUES.includes(keyword) ? undefined : visitBelow(keyword, value, place, found);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function visitBelow(keyword: string, value: unknown, place: Place, found: HeaderParameter[]): string | undefined {
  const depth = place.depth + 1;
  if (!NAMED_SCHEMAS.includes(keyword)) return visit(value, { ...place, isStatic: false, depth }, found);
  const isStatic = place.isStatic && keyword === 'properties';
  for (const [name, schema] of Object.entries(typeof value === 'object' && value !== null ? value : {})) {
    const problem = visit(schema, { path: [...place.path, name], isStatic, depth }, found);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findProblem(schema: Readonly<Record<string, unknown>>, { path, isStatic }: Place): string | undefined {
  const { [ANNOTATION]: name, type } = schema;
  const where = JSON.stringify(path.join('.'));
  if (typeof name !== 'string' || !TOKEN.test(name)) return `"${ANNOTATION}" of ${where} is not the name of a header`;
  if (!isStatic || path.length === 0) return `"${ANNOTATION}" is not on a fixed parameter (${where})`;
  if (!TYPES.includes(type))
    return `"${ANNOTATION}" is only for strings, integers and booleans, and ${where} is none of these`;
  return undefined;
}
