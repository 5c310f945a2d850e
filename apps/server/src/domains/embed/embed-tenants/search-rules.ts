/** A LIKE pattern for a part of a text, in which what the caller wrote stands for itself. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
