import { describe, expect, it } from 'vitest'
import { createRedactor } from '#engine/hosting'
import { engineWords } from './engine-words.ts'

const value = 'p"ss\nword-of-the-warehouse'
const redact = createRedactor({ CUBEJS_DB_PASS: value })
const wordsOf = (text: string): string => engineWords(Buffer.from(text), redact)

describe('the words of an engine', () => {
  it.each([
    ['a text', `refused: ${value}`],
    ['JSON', JSON.stringify({ error: `refused: ${value}`, stack: [value] })],
    ['a name in JSON', JSON.stringify({ [value]: 1 })],
    [
      'JSON that says its letters by number',
      `{"error":"${value.replaceAll(/[^]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)}"}`,
    ],
  ])('have no value of a variable in %s', (_, text) => {
    expect(wordsOf(text)).toContain('[CUBEJS_DB_PASS]')
    expect(wordsOf(text)).not.toMatch(/word-of-the-warehouse|\\u/)
  })

  it('have not even half of one where they are cut', () => {
    const words = wordsOf(`${'x'.repeat(990)}${value}`)

    expect(words).toBe(`${'x'.repeat(990)}[CUBEJS_DB`)
  })

  it('are not shown when there are more of them than are looked through', () => {
    expect(wordsOf('x'.repeat(1_048_577))).toBe('1048577 bytes, too many to be shown')
  })
})
