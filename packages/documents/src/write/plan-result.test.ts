import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse/parse-note.ts';
import type { Note, ToolBlock } from '../parse/note.ts';
import { applyEdits } from '../parse/apply-edits.ts';
import { planEnded } from './plan-ended.ts';
import { planRemoval } from '../../test/plan-removal.ts';
import { planPending, planResult, type PlacedResult, type PlanOptions } from './plan-result.ts';

const AT = Date.UTC(2026, 10, 15, 10);
const BLOCK = '```weather\ntool: forecast\ncity: London\n```';
const success = (output: string): PlacedResult => ({ status: 'success', at: AT, ms: 142, output });

const read = (text: string): Note => parseNote(text, { servers: ['weather'] });
const first = (note: Note): ToolBlock => {
  const [block] = note.blocks;
  if (block === undefined) throw new Error('No block');
  return block;
};

function write(text: string, output: string, options: PlanOptions = {}): string {
  const note = read(text);
  const edits = planResult(note, first(note), success(output), options);
  return typeof edits === 'string' ? edits : applyEdits(text, edits);
}

const remove = (text: string): string => applyEdits(text, planRemoval(read(text)));

describe('planResult', () => {
  it('puts a result after its block, as it is documented', () => {
    expect(write(`# A\n\n${BLOCK}\n\nafter\n`, 'Sunny')).toBe(
      `# A\n\n${BLOCK}\n<!-- toolyard:result id=c1c2c0f0 status=success at=2026-11-15T10:00:00Z ms=142 args=2f3329991a3c out=adf259f68447 -->\nSunny\n<!-- /toolyard:result -->\n\nafter\n`,
    );
  });

  it.each([
    ['no line end at the end', BLOCK],
    ['CRLF', `before\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}\r\nafter`],
    ['text directly after', `${BLOCK}\n# Heading`],
    ['a quote', `> ${BLOCK.replaceAll('\n', '\n> ')}\n> more\nlazy`],
    ['a list', `- item\n\n  ${BLOCK.replaceAll('\n', '\n  ')}\n\n  more\n- next`],
    ['a list item that begins with it', `1. ${BLOCK.replaceAll('\n', '\n   ')}\n2. next`],
    ['a quote in a list', `- > ${BLOCK.replaceAll('\n', '\n  > ')}\n`],
    ['a byte order mark', `\ufeff${BLOCK}\n`],
    ['an indented fence', `  ${BLOCK.replaceAll('\n', '\n  ')}\n`],
  ])('is taken out again byte for byte with %s, and replaced in place', (_what, text) => {
    const output = '```text\ntwo\n\nlines\n```';
    const once = write(text, output);
    expect(first(read(once)).result).toMatchObject({ status: 'success', output, closed: true });
    expect(remove(once)).toBe(text);
    expect(write(once, output)).toBe(once);
    expect(remove(write(once, 'other'))).toBe(text);
    expect(read(once).blocks).toHaveLength(1);
    expect(read(once).headings).toHaveLength(read(text).headings.length);
  });

  it('edits nothing but what differs', () => {
    const text = write(`${BLOCK}\n`, 'Sunny');
    const note = read(text);
    const edits = planResult(note, first(note), success('Sunday'));
    expect(edits).toHaveLength(1);
    expect(edits[0]).toMatchObject({ start: expect.any(Number) });
    expect(planResult(note, first(note), success('Sunny'))).toEqual([]);
  });

  it('finds its block where it stands now, and says where it is gone', () => {
    const before = first(read(BLOCK));
    const moved = read(`# New\n\n${BLOCK.replace('London', 'Rome')}\n\n${BLOCK}\n`);
    const edits = planResult(moved, before, success('Sunny'));
    expect(applyEdits(moved.text, typeof edits === 'string' ? [] : edits)).toMatch(/London\n```\n<!-- toolyard:result/);
    expect(planResult(read('# New\n'), before, success('Sunny'))).toBe('gone');
    expect(planResult(read(BLOCK.replace('London', 'Rome')), before, success('Sunny'))).toBe('gone');
  });

  it('does not give a result to a block that has the same id and another call', () => {
    const named = '```weather\ntool: forecast\nid: x\narguments: { city: London }\n```';
    const before = first(read(named));
    expect(planResult(read(named.replace('London', 'Rome')), before, success('x'))).toBe('gone');
  });

  it('keeps output that was edited by hand, unless it may be replaced', () => {
    const edited = write(BLOCK, 'Sunny').replace('Sunny', 'Sunny!');
    expect(write(edited, 'Rain')).toBe('edited');
    const mayReplace = ({ result }: ToolBlock): boolean => result?.output === 'Sunny!';
    expect(remove(write(edited, 'Rain', { mayReplace }))).toBe(BLOCK);
    expect(write(edited.replace('Sunny!', 'Sunny?'), 'Rain', { mayReplace })).toBe('edited');
    expect(write(write(BLOCK, 'Sunny').replace(/ out=\w+/, ''), 'Rain')).toBe('edited');
  });

  it('lets no output close a frontmatter that the note has left open', () => {
    const open = `---\n\n${BLOCK}\n`;
    const once = write(open, '```text\n---\ntoolyard: {}\n---\n```');
    expect(read(once).frontmatter).toBeUndefined();
    expect(remove(once)).toBe(open);
    expect(write(`---\na: 1\n---\n${BLOCK}\n`, '---')).toContain('\n---\n<!-- /');
  });

  it('replaces nothing where the end of the result is lost', () => {
    expect(write(write(BLOCK, 'Sunny').replace('<!-- /toolyard:result -->', ''), 'Rain')).toBe('unclosed');
  });
});

describe('pending', () => {
  const pend = (text: string): string => {
    const note = read(text);
    return applyEdits(text, planPending(note, first(note), AT));
  };

  it('keeps what stood there until there is something new', () => {
    const text = pend(write(BLOCK, 'Sunny'));
    expect(first(read(text)).result).toMatchObject({ status: 'pending', output: 'Sunny' });
    expect(remove(write(text, 'Rain'))).toBe(BLOCK);
  });

  it('is shown as cancelled by the next run, where nothing runs any more', () => {
    const text = pend(BLOCK);
    const note = read(text);
    expect(planEnded(note, () => true)).toEqual([]);
    const ended = applyEdits(
      text,
      planEnded(note, () => false),
    );
    expect(first(read(ended)).result).toMatchObject({
      status: 'cancelled',
      output: expect.stringContaining('[!failure]'),
    });
    expect(remove(ended)).toBe(BLOCK);
  });

  it('is shown as cancelled also where the output was edited by hand, which it still is then', () => {
    const text = pend(write(BLOCK, 'Sunny')).replace('Sunny', 'Mine');
    const ended = applyEdits(
      text,
      planEnded(read(text), () => false),
    );
    expect(first(read(ended)).result).toMatchObject({ status: 'cancelled', output: 'Mine' });
    expect(write(ended, 'Rain')).toBe('edited');
  });
});
