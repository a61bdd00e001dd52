import { describe, expect, it } from 'vitest';
import type { Hook } from '../hook/hook.ts';
import { duplicateHook } from './duplicate-hook.ts';
import { parseHooksFile } from './parse-hooks-file.ts';
import { removeHook } from './remove-hook.ts';
import { replaceHook } from './replace-hook.ts';
import { switchHook } from './switch-hook.ts';

const JSON_FILE = `// Ours.
{
  "version": 1,
  "hooks": [
    // Tells the team.
    {
      "id": "announce",
      "enabled": true, // for now
      "trigger": { "event": "file.saved", "paths": ["specs/**"] },
      "action": {
        "type": "mcp",
        "parameters": {
          "serverId": "chat",
          "toolName": "post", // the only one
          "parameterMappings": [
            { "toolParam": "channel", "source": "literal", "value": "#specs" }, // where
            // what
            { "toolParam": "text", "source": "template", "value": "{path}" }
          ],
          "timeout": 30000
        }
      }
    }, // done
    { "id": "b", "trigger": { "event": "manual" }, "action": { "type": "custom", "parameters": { "command": "x" } } }
  ]
}
`;

const YAML_FILE = `# Ours.
version:   1
hooks:
# Tells the team.
- id: announce
  enabled: true   # for now
  trigger: {event: file.saved, paths: [specs/**]}
  action:
      type: mcp
      parameters:
          serverId: 'chat'
          toolName: post # the only one
          parameterMappings:
          - {toolParam: channel, source: literal, value: "#specs"} # where
          # what
          - toolParam: text
            source: template
            value: "{path}"
          timeout: 30000

# The other.
- id: b
  trigger: { event: manual }
  action: { type: custom, parameters: { command: x } }
`;

const FILES = { json: JSON_FILE, yaml: YAML_FILE };

function read(text: string, format: 'json' | 'yaml', id = 'announce'): Hook {
  const hook = parseHooksFile(text, { format }).hooks.find((each) => each.id === id);
  if (hook === undefined) throw new Error(`No hook "${id}"`);
  return hook;
}

function remap(hook: Hook, change: (mappings: readonly object[]) => readonly object[]): Hook {
  const { action } = hook;
  if (action.type !== 'mcp') throw new Error('No tool');
  const parameterMappings = change(action.parameters.parameterMappings);
  return { ...hook, action: { ...action, parameters: { ...action.parameters, parameterMappings } } } as Hook;
}

const edited = (edit: ReturnType<typeof replaceHook>): string => (edit.ok ? edit.text : JSON.stringify(edit.problems));

describe.each(['json', 'yaml'] as const)('an edit of %s', (format) => {
  const text = FILES[format];
  const hook = read(text, format);

  it('changes one value and leaves everything around it', () => {
    const next = remap(hook, ([first, second]) => [first ?? {}, { ...second, value: '{feature}' }]);
    expect(edited(replaceHook(text, format, 'announce', next))).toBe(text.replace('"{path}"', '"{feature}"'));
  });

  it('keeps what is written and equals its default', () => {
    expect(edited(replaceHook(text, format, 'announce', { ...hook, id: 'tell' }))).toBe(
      text.replace('announce', 'tell'),
    );
  });

  it('switches by one word, and back', () => {
    const off = edited(switchHook(text, format, 'announce', false));
    expect(off).toBe(text.replace('true', 'false'));
    expect(edited(switchHook(off, format, 'announce', true))).toBe(text);
    expect(edited(switchHook(text, format, 'b', true))).toBe(text);
  });

  it('refuses an id that is not there, or there twice', () => {
    expect(removeHook(text, format, 'none')).toMatchObject({
      ok: false,
      problems: [{ message: 'There is no hook "none" in this file' }],
    });
    expect(switchHook(text.replace('announce', 'b'), format, 'b', false)).toMatchObject({
      ok: false,
      problems: [{ message: 'Duplicate id: b' }],
    });
  });

  it('refuses what no file may say, and names it', () => {
    expect(replaceHook(text, format, 'announce', { ...hook, id: 'b' })).toMatchObject({
      ok: false,
      problems: [{ message: 'Duplicate id: b' }],
    });
    expect(replaceHook(text, format, 'announce', { ...hook, name: '' })).toMatchObject({
      ok: false,
      problems: [{ path: '$.hooks[0].name' }],
    });
  });

  it('mends, switches and removes a hook that is wrong, beside others that are', () => {
    const wrong = text.replace('manual', 'nothing').replace('file.saved', 'file.save');
    expect(edited(replaceHook(wrong, format, 'announce', hook))).toBe(text.replace('manual', 'nothing'));
    expect(edited(switchHook(wrong, format, 'announce', false))).toBe(wrong.replace('true', 'false'));
    expect(edited(removeHook(wrong, format, 'b'))).toContain('file.save');
  });

  it('refuses a text that cannot be read', () => {
    expect(removeHook('{ "hooks": [', format, 'a')).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.objectContaining({ code: `invalid_${format}` })]),
    });
  });

  it('gives a copy an id that is free', () => {
    const first = duplicateHook(text, format, 'b');
    const second = first.ok ? duplicateHook(first.text, format, first.id) : first;
    expect([first, second]).toMatchObject([{ id: 'b-2' }, { id: 'b-3' }]);
    expect(duplicateHook(text, format, 'b', ['b-2'])).toMatchObject({ id: 'b-3' });
    const long = text.replaceAll('announce', 'x'.repeat(64));
    expect(duplicateHook(long, format, 'x'.repeat(64))).toMatchObject({ id: `${'x'.repeat(62)}-2` });
  });

  it('keeps the order of mappings that are put in, taken out and moved', () => {
    const [channel = {}, body = {}] = (hook.action.parameters as unknown as { parameterMappings: object[] })
      .parameterMappings;
    const more = { toolParam: 'more', source: 'literal', value: [1, { a: null }] };
    for (const list of [
      [more, channel, body],
      [channel, more, body],
      [body, channel],
      [body],
      [],
      [more, body, channel],
    ]) {
      const next = remap(hook, () => list);
      expect(read(edited(replaceHook(text, format, 'announce', next)), format)).toEqual(next);
    }
  });
});

describe('an edit of JSON', () => {
  it('puts a mapping between others without taking their comments', () => {
    const hook = remap(read(JSON_FILE, 'json'), ([first, second]) => [
      first ?? {},
      { toolParam: 'n', source: 'literal', value: 1 },
      second ?? {},
    ]);
    expect(edited(replaceHook(JSON_FILE, 'json', 'announce', hook))).toContain(
      `"#specs" }, // where
            {
              "toolParam": "n",
              "source": "literal",
              "value": 1
            },
            // what
            { "toolParam": "text"`,
    );
  });

  it('leaves no comma behind', () => {
    expect(edited(removeHook(JSON_FILE, 'json', 'b'))).toContain('    } // done\n  ]\n}\n');
    const [head = ''] = JSON_FILE.split('    {\n');
    expect(edited(removeHook(JSON_FILE, 'json', 'announce'))).toContain(`${head}     // done\n    { "id": "b"`);
  });
});

describe('an edit of YAML', () => {
  it('writes new keys where the documentation has them', () => {
    const hook = { ...read(YAML_FILE, 'yaml'), name: 'Tell: all', policy: 'drop' as const };
    const text = edited(replaceHook(YAML_FILE, 'yaml', 'announce', hook));
    expect(text).toContain('- id: announce\n  name: "Tell: all"\n  enabled: true   # for now\n');
    expect(text).toContain('          timeout: 30000\n  policy: drop\n\n# The other.\n');
  });

  it('leaves other hooks alone that use the parts of one', () => {
    const shared = YAML_FILE.replace('trigger: {event', 'trigger: &t {event').replace('{ event: manual }', '*t');
    expect(parseHooksFile(shared, { format: 'yaml' }).problems).toEqual([]);
    expect(removeHook(shared, 'yaml', 'announce').ok).toBe(false);
    const hook = { ...read(shared, 'yaml'), trigger: { event: 'manual' as const } };
    expect(replaceHook(shared, 'yaml', 'announce', hook)).toMatchObject({ ok: false });
    const off = edited(switchHook(shared, 'yaml', 'b', false));
    expect(read(off, 'yaml', 'b')).toEqual({ ...read(shared, 'yaml', 'b'), enabled: false });
    expect(off).toContain('trigger: &t {event');
  });

  it('keeps a list when its last hook goes', () => {
    const alone = edited(removeHook(YAML_FILE, 'yaml', 'announce'));
    const none = edited(removeHook(alone, 'yaml', 'b'));
    expect(parseHooksFile(none, { format: 'yaml' })).toMatchObject({ hooks: [], problems: [] });
    expect(none).toContain('# Tells the team.');
  });
});
