const SETTINGS = 'in the settings of Toolyard, under';

/** Says what to do here about a model that cannot be asked, in place of the variables and options that other programs have. */
export function explainModelProblem(message: string): string {
  return message
    .replaceAll(/\b[A-Z_]+_API_KEY\b/g, `its key ${SETTINGS} Access to models`)
    .replaceAll(/\b[A-Z_]+_BASE_URL\b/g, `its address ${SETTINGS} Access to models`)
    .replace(/ Choose one with --model.*$/s, ` Choose one ${SETTINGS} Assistant.`);
}
