/** What a Toolyard says that ends because its configuration starts itself; the Toolyard around it looks for these words. */
export const CYCLE_MESSAGE = 'This configuration leads back into itself';
