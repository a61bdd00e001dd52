import type {
  ResponseCreateParamsStreaming,
  ResponseInputItem,
  ResponseOutputMessage,
  ResponseOutputText,
} from 'openai/resources/responses/responses';
import { NOTE_PARAMETERS } from './note-parameters.ts';

/** What the model said, given back without what only an answer has: the API takes it so, and its package has no type for it. */
interface GivenBack extends Pick<ResponseOutputMessage, 'role'> {
  id?: string;
  content: Omit<ResponseOutputText, 'annotations'>[];
}

interface OpenAIRequest extends Omit<ResponseCreateParamsStreaming, 'input'> {
  input: (ResponseInputItem | GivenBack)[];
}

/** What is sent to OpenAI in the middle of a conversation. */
export const OPENAI_REQUEST = {
  model: 'gpt-5.1',
  input: [
    {
      role: 'developer',
      content: 'Be brief.',
    },
    {
      role: 'user',
      content: [
        {
          type: 'input_text',
          text: 'Hello?',
        },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'output_text',
          text: 'Hello.',
        },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'input_text',
          text: 'What is this?',
        },
        {
          type: 'input_image',
          image_url: 'data:image/png;base64,iVBORw0KGgo=',
          detail: 'auto',
        },
      ],
    },
    {
      type: 'reasoning',
      id: 'rs_0',
      encrypted_content: 'c2lnbmF0dXJl',
      summary: [
        {
          type: 'summary_text',
          text: 'Two at once.',
        },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'output_text',
          text: 'Looking.',
        },
      ],
      id: 'msg_0',
    },
    {
      type: 'function_call',
      call_id: 'call_0_0',
      name: 'everything__echo',
      arguments: '{"message":"a"}',
    },
    {
      type: 'function_call',
      call_id: 'call_0_1',
      name: 'my_notes__read_note',
      arguments: '{"path":"b.md"}',
    },
    {
      type: 'function_call_output',
      call_id: 'call_0_0',
      output: [
        {
          type: 'input_text',
          text: 'result of call_0_0',
        },
        {
          type: 'input_image',
          image_url: 'data:image/png;base64,iVBORw0KGgo=',
          detail: 'auto',
        },
      ],
    },
    {
      type: 'function_call_output',
      call_id: 'call_0_1',
      output: 'Error: result of call_0_1',
    },
  ],
  store: false,
  include: ['reasoning.encrypted_content'],
  tools: [
    {
      type: 'function',
      name: 'everything__echo',
      description: 'Says it again',
      parameters: {
        type: 'object',
        properties: {
          message: {
            type: 'string',
          },
        },
        required: ['message'],
      },
      strict: false,
    },
    {
      type: 'function',
      name: 'my_notes__read_note',
      description: 'Reads a note',
      parameters: NOTE_PARAMETERS,
      strict: false,
    },
  ],
  stream: true,
} satisfies OpenAIRequest;
