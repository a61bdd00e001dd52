import { expect, it } from 'vitest';
import { explainModelProblem } from './explain-model-problem.ts';

it.each([
  [
    'Model "openai/a" needs a key. Set OPENAI_API_KEY.',
    'Model "openai/a" needs a key. Set its key in the settings of Toolyard, under Access to models.',
  ],
  [
    'Model "x/a" needs the address of a server. Set OPENAI_COMPATIBLE_BASE_URL, such as http://127.0.0.1:1234/v1.',
    'Model "x/a" needs the address of a server. Set its address in the settings of Toolyard, under Access to models, such as http://127.0.0.1:1234/v1.',
  ],
  [
    'No model is chosen. Choose one with --model, TOOLYARD_MODEL or "toolyard.model" in the configuration, such as a/b.',
    'No model is chosen. Choose one in the settings of Toolyard, under Assistant.',
  ],
  [
    'Model "openai/a" was refused by OpenAI (401): wrong. Check OPENAI_API_KEY.',
    'Model "openai/a" was refused by OpenAI (401): wrong. Check its key in the settings of Toolyard, under Access to models.',
  ],
  ['Model "a/b" is busy (429): later.', 'Model "a/b" is busy (429): later.'],
])('says of %j what to do here', (message, explained) => {
  expect(explainModelProblem(message)).toBe(explained);
});
