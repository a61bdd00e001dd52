import type { JsonSchema } from '../domain/json-schema.ts';
import { toParameters } from '../operations/create-openapi.ts';
import { toProblemStatuses, type Operation } from '../operations/operation.ts';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'code{font-family:ui-monospace,monospace}table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}' +
  'h2{margin-top:2rem;border-top:1px solid;padding-top:1rem}@media(prefers-color-scheme:dark){body{background:#111;color:#eee}a{color:#9cf}}';

/** One page about all operations, for people; it needs neither scripts nor other files. */
export function renderDocs(operations: readonly Operation[], version: string): string {
  const links = operations.map(
    ({ id, method, path }) => `<li><a href="#${id}"><code>${method} ${escape(path)}</code></a></li>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Toolyard tasks</title>',
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>`,
    `<h1>Toolyard tasks <small>${escape(version)}</small></h1>`,
    '<p>Send <code>Authorization: Bearer TOKEN</code>, and with the service token <code>X-User-ID</code>. ',
    'Problems are <code>application/problem+json</code>; wrong fields are listed in <code>errors</code>. ',
    'The same for programs: <a href="/openapi.json">/openapi.json</a>.</p>',
    `<ul>${links.join('')}</ul>`,
    ...operations.map(renderOperation),
    '</body></html>\n',
  ].join('');
}

function renderOperation(operation: Operation): string {
  const { id, method, path, summary, body, answer } = operation;
  const parameters = toParameters(operation).map((parameter): Row => [
    parameter.name,
    parameter.schema,
    parameter.description,
  ]);
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]): Row => [
    name,
    schema,
    schema.description ?? '',
  ]);
  return [
    `<section id="${id}"><h2><code>${method} ${escape(path)}</code></h2><p>${escape(summary)}.</p>`,
    renderTable('Parameters', parameters),
    renderTable('Body', fields),
    `<p>Answers ${answer.status} (${escape(answer.description)}); problems: ${toProblemStatuses(operation).join(', ')}.</p></section>`,
  ].join('');
}

type Row = readonly [name: string, schema: JsonSchema, description: string];

function renderTable(caption: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ([name, schema, description]) =>
      `<tr><td><code>${escape(name)}</code></td><td>${escape(describeType(schema))}</td><td>${escape(description)}</td></tr>`,
  );
  return `<h3>${caption}</h3><table>${lines.join('')}</table>`;
}

function describeType(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.join(' | ');
  if (schema.items !== undefined) return `list of ${describeType(schema.items)}, at most ${schema.maxItems}`;
  const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? []).join(' or ');
  if (schema.maxLength !== undefined) return `${type}, ${schema.minLength ?? 0} to ${schema.maxLength} characters`;
  return schema.maximum === undefined ? type : `${type}, ${schema.minimum ?? 0} to ${schema.maximum}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
