/** A terminal that is open. */
export interface OpenTerminal {
  readonly name: string;
  /** Its shell tells the editor when commands end. */
  readonly hasShellIntegration: boolean;
}

const SETTING = 'terminal.integrated.shellIntegration.enabled';
const WAY_OUT =
  'Use bash, zsh, fish or PowerShell, or install shell integration by hand, and wait until the terminal shows its prompt';

/** Why ends of commands in terminals may not be noticed, in sentences; none where nothing stands in the way. */
export function explainTerminals(
  terminals: readonly OpenTerminal[],
  { isIntegrationEnabled }: { readonly isIntegrationEnabled: boolean },
): readonly string[] {
  if (!isIntegrationEnabled) {
    return [
      `The setting "${SETTING}" is off, so the editor does not know when a command in a terminal ends. Turn it on and open a new terminal.`,
    ];
  }
  if (terminals.length === 0) return ['No terminal is open, so no command in one can end.'];
  const silent = terminals.filter(({ hasShellIntegration }) => !hasShellIntegration).map(({ name }) => `"${name}"`);
  return silent.length === 0 ? [] : [explainSilent(silent)];
}

function explainSilent(names: readonly string[]): string {
  const one = names.length === 1;
  const which = one ? `The terminal ${names[0]} has` : `The terminals ${names.join(', ')} have`;
  return `${which} no shell integration, so the editor does not know when a command in ${one ? 'it' : 'them'} ends. ${WAY_OUT}.`;
}
