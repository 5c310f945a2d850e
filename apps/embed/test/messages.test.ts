import { describe, expect, it } from 'vitest'
import { messages as english } from '../src/i18n/en-us.ts'
import { errorText } from '../src/i18n/error-text.ts'
import { loadMessages, locales, meantLocale } from '../src/i18n/load-messages.ts'
import { noteTexts } from '../src/states/widget-notes.ts'

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String((value as (...sent: string[]) => unknown)('ONE', 'TWO'))]
  return Object.values(value as object).flatMap(textsOf)
}

describe('the languages of the page', () => {
  it('are twelve', () => {
    expect(locales).toHaveLength(12)
  })

  it.each(locales)('%s says everything, and repeats what it is told', async (locale) => {
    const messages = await loadMessages(locale)

    expect(textsOf(messages).filter((text) => text.trim() === '')).toEqual([])
    for (const text of [messages.waiting('ONE'), messages.chosen('ONE'), messages.viewedBy('ONE'), messages.errorCode('ONE', null)])
      expect(text).toContain('ONE')
    expect(messages.errorCode('ONE', 'TWO')).toMatch(/ONE.*TWO/)
    if (locale !== 'en-US') expect(messages.errors.session_used).not.toBe(english.errors.session_used)
  })

  it.each(locales)('%s says what does not hold of a part, and nothing of rows that were filled in', async (locale) => {
    const messages = await loadMessages(locale)
    const skipped = ['filters_skipped', 'grains_skipped', 'fill_skipped', 'comparison_skipped', 'comparison_days_unmatched']

    expect(new Set(noteTexts(skipped, messages)).size).toBe(5)
    expect(noteTexts(['rows_filled', 'toString'], messages)).toEqual([])
  })

  it.each([
    ['de', 'de-DE'],
    ['DE_de', 'de-DE'],
    ['es-AR', 'es-ES'],
    ['es-MX', 'es-MX'],
    ['pt', 'pt-BR'],
    ['en-GB', 'en-US'],
    ['tlh', undefined],
    ['', undefined],
    [null, undefined],
  ])('that %s means is %s', (name, locale) => {
    expect(meantLocale(name)).toBe(locale)
  })

  it('have a text for codes that they do not know', () => {
    const of = (code: string) => errorText(english, { code, message: 'For hosts.', retryable: false })

    expect(of('offline')).toBe(english.errors.offline)
    expect(of('toString')).toBe(english.error)
  })
})
