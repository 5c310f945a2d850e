import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fills in a file of `templates`: `{{word}}` becomes the word of that name; what stands between `{{#flag}}` and `{{/flag}}` is
 * there if the flag is set, and between `{{^flag}}` and `{{/flag}}` if it is not.
 */
export const fillTemplate = (name: string, words: Record<string, string>, flags: Record<string, boolean>): string => {
  const known = <T>(all: Record<string, T>, key: string): T => {
    const value = all[key]
    if (value === undefined) throw new Error(`The template ${name} names {{${key}}}, which there is not.`)
    return value
  }
  return readFileSync(join(import.meta.dirname, 'templates', `${name}.txt`), 'utf8')
    .replaceAll(/\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g, (_, sign: string, flag: string, text: string) =>
      known(flags, flag) === (sign === '#') ? text : '',
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => known(words, word))
}
