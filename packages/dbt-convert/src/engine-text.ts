/**
 * The engine renders a file with Jinja marks in it as a template, and makes of every other text, descriptions too, a template literal of
 * JavaScript in which braces are expressions. What has a meaning there, and what cannot be seen, is written as an escape that the
 * literal turns back into the character: the engine then shows what dbt says, and evaluates nothing of it.
 */
const meaningful = /[{}\\`"]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu

// Most text is nothing but this, and looking characters up in the tables of Unicode takes long.
const harmless = /^[\w !#$%&'()*+,\-./:;<=>?@[\]^|~]*$/

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

const escaped = (character: string): string => (character === '\n' ? String.raw`\n` : character.split('').map(escapeUnit).join(''))

export const engineText = (text: string): string => (harmless.test(text) ? text : text.replaceAll(meaningful, escaped))
