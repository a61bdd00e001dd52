import type { CatalogueEntry } from '@toolyard/core';
import { expect, it } from 'vitest';
import { describeHover } from './describe-hover.ts';

function toEntry(definition: Readonly<Record<string, unknown>>): CatalogueEntry {
  return { kind: 'tools', server: 's', name: 't', id: 's:t', json: '', definition };
}

it('shows a tool with its parameters', () => {
  const properties = { city: { type: 'string', description: 'Where' }, unit: { enum: ['C', 'F'] } };
  const tool = toEntry({ description: 'First.\nSecond.\n\nThird.', inputSchema: { properties, required: ['city'] } });
  expect(describeHover({ tool }).replaceAll('\\', '')).toBe(
    '**s:t**\n\nFirst.  \nSecond.\n\nThird.\n\n- **city** (string, required): Where\n- **unit**: One of "C", "F"',
  );
});

it('shows what a server says as text: no links, no pictures, no commands', () => {
  const words = '[x](command:workbench.action.quit) ![](https://a.example/p.png) <img src=x> $(flame)';
  const markdown = describeHover({ tool: toEntry({ description: words }) });
  expect(markdown).not.toMatch(/(?<!\\)[[\]()<>!$]/);
});
