const PLACE = 'in the settings of Toolyard, under Assistant';

/** Says what to do here about a model that cannot be asked, in place of the variables and options that other programs have. */
export function explainModelProblem(message: string): string {
  return message
    .replace(/ Set [A-Z_]+_(?:API_KEY|BASE_URL)\b.*$/s, ` Set it ${PLACE}.`)
    .replace(/ Choose one with --model.*$/s, ` Choose one ${PLACE}.`);
}
