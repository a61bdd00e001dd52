/** A command or an option of the command line in a sentence, and what a person does in the editor instead. */
type Wording = readonly [sentence: RegExp, inEditor: string];

/** Longer ones first: what is left of a sentence is not looked at again by those before. */
const WORDINGS: readonly Wording[] = [
  [/\brun: toolyard approve --found .*$/gm, 'run "Toolyard: Approve Servers".'],
  [/"toolyard approve", then start this command again/g, '"Toolyard: Approve Servers"'],
  [/"toolyard approve" there\b/g, '"Toolyard: Approve Servers"'],
  [/"toolyard approve"/g, '"Toolyard: Approve Servers"'],
  [/"toolyard enable [^"]*"/g, '"Toolyard: Start Server"'],
  [/"toolyard hooks approve(?: [^"]*)?"/g, '"Toolyard: Approve Hook"'],
  [/\brun "toolyard hooks log[^"]*"/g, 'look in the view Runs'],
  [/\bRun "toolyard hooks watch" to have them run/g, 'Turn on the setting "toolyard.hooks.enabled" to have them run'],
  [/"toolyard logs"/g, '"Toolyard: Show Output"'],
  [
    /\brun the hook by hand, or have the agent run: toolyard hooks fire .*$/gm,
    'run the hook by hand with "Toolyard: Run Hook Now"',
  ],
  [/\bRun it with "toolyard up"/g, 'It is part of the command line: run "toolyard up" in a terminal'],
  [/\bname it with --config\b/g, 'name it in the setting "toolyard.configuration"'],
  [/\bcheck the path given with --config\b/g, 'check the setting "toolyard.configuration"'],
  [/\bGive the folder of the workspace with --workspace\b/g, 'Open another folder'],
  [
    /\bset TOOLYARD_INPUT_\w+, or start Toolyard on a terminal to be asked/g,
    'run "Toolyard: Start Server" to be asked',
  ],
  [/\bthen restart Toolyard\b/g, 'then restart the editor'],
  [/\bRestart Toolyard to use it\b/g, 'Run "Developer: Reload Window" to use it'],
];

/**
 * A sentence of Toolyard as it helps in the editor. What the packages say names commands of the command line, also where another program wrote
 * it, such as a run in the log; here a person has the palette, the views and the settings.
 */
export function toEditorWords(text: string): string {
  // Nearly all texts have none of it.
  if (!/toolyard|--[a-z]/i.test(text)) return text;
  return WORDINGS.reduce((said, [sentence, inEditor]) => said.replaceAll(sentence, inEditor), text);
}
