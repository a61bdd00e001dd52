import { expect, it } from 'vitest';
import { describeRequest, describeSize } from './describe-request.ts';

const text = (value: string): { readonly type: 'text'; readonly text: string } => ({ type: 'text', text: value });

it('shows all that is sent, the question last', () => {
  const request = {
    model: 'a/b',
    system: 'Be brief.',
    tokens: 12_345,
    notices: [],
    tools: [
      { name: 'x:one', description: 'First', inputSchema: { type: 'object', title: 'a\u200bb' } },
      { name: 'x:two', description: '', inputSchema: {} },
    ],
    messages: [
      { role: 'user', content: [text('1')] },
      {
        role: 'assistant',
        content: [text('I look'), { type: 'tool-call', id: 'c', name: 'x:one', arguments: { a: 1 } }],
      },
      { role: 'tool', answers: [{ id: 'c', name: 'x:one', isError: false, content: [text('found')] }] },
      { role: 'user', content: [text('2\n\u202e3'), { type: 'image', data: '', mimeType: 'image/png' }] },
    ],
  } as const;
  expect(describeSize(request)).toBe('About 12,345 tokens are sent, with 2 tools.');
  expect(describeRequest(request)).toEqual([
    { title: 'Rules', text: 'Be brief.' },
    { title: '2 tools', text: 'x:one: First\n{"type":"object","title":"a\\u200bb"}\n\nx:two\n{}' },
    { title: 'Earlier question', text: '1', isQuestion: false },
    { title: 'Answer', text: 'I look\n\ncalls x:one {"a":1}' },
    { title: 'Results of tools', text: 'found' },
    { title: 'Question', text: '2\n\\u202e3\n\n(an image, image/png)', isQuestion: true },
  ]);
});
