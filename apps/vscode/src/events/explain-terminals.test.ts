import { expect, it } from 'vitest';
import { explainTerminals } from './explain-terminals.ts';

const bash = { name: 'bash', hasShellIntegration: true };
const dash = { name: 'dash', hasShellIntegration: false };
const ON = { isIntegrationEnabled: true };

it('says nothing where each shell tells when commands end', () => {
  expect(explainTerminals([bash], ON)).toEqual([]);
});

it('names the terminals whose shells do not', () => {
  expect(explainTerminals([bash, dash], ON)).toEqual([
    'The terminal "dash" has no shell integration, so the editor does not know when a command in it ends. Use bash, zsh, fish or PowerShell, or install shell integration by hand, and wait until the terminal shows its prompt.',
  ]);
  expect(explainTerminals([dash, { ...dash, name: 'sh' }], ON)).toEqual([
    expect.stringMatching(/^The terminals "dash", "sh" have no shell integration, .* a command in them ends\./),
  ]);
});

it('says that it is off, or that there is no terminal', () => {
  expect(explainTerminals([bash], { isIntegrationEnabled: false })).toEqual([
    expect.stringContaining('"terminal.integrated.shellIntegration.enabled" is off'),
  ]);
  expect(explainTerminals([], ON)).toEqual(['No terminal is open, so no command in one can end.']);
});
