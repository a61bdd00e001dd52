/** What a Toolyard says that ends because its configuration starts itself; the Toolyard around it looks for these words. */
export const CIRCLE_WORDS = 'This configuration leads back into itself';
