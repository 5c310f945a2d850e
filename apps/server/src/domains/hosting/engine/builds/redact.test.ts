import { describe, expect, it } from 'vitest'
import { createRedactor, redactMargin } from './redact.ts'

const secret = 'p"ss\\wörd/+?'

describe('a text without the values of variables', () => {
  it.each([
    ['plain', secret],
    ['in JSON', JSON.stringify({ secret })],
    ['quoted by an error in a line of JSON', JSON.stringify({ error: `no ${JSON.stringify(secret)}` })],
    ['in an address', `postgres://u:${encodeURIComponent(secret)}@db`],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64url', Buffer.from(secret).toString('base64url')],
    ['in hex', Buffer.from(secret).toString('hex')],
  ])('names the variable: %s', (_, text) => {
    const redacted = createRedactor({ CUBEJS_DB_PASS: secret })(text)

    expect(redacted).toContain('[CUBEJS_DB_PASS]')
    expect(redacted).not.toContain('ss')
  })

  it('knows the parts of credentials that are JSON, and the lines of those that have several', () => {
    const key = '-----BEGIN-----\nMIIabcdefghij\n-----END-----'
    const redact = createRedactor({ CREDENTIALS: JSON.stringify({ type: 'account', private_key: key }), PEM: key })

    expect(redact(`signing with ${key}`)).toBe('signing with [CREDENTIALS]')
    expect(redact('line MIIabcdefghij')).toBe('line [PEM]')
    expect(redact('an account')).toBe('an account')
  })

  it('leaves short values alone, which are words of any text', () => {
    expect(createRedactor({ A: '1', B: 'dev' })('1 dev')).toBe('1 dev')
  })

  it('hides all of values that overlap, under the name of the longest', () => {
    const redact = createRedactor({ SHORT: 'user', LONG: `user-${'0123456789'.repeat(20)}`, NEXT: '6789-next' })

    expect(redact(`<user-${'0123456789'.repeat(20)}>`)).toBe('<[LONG]>')
    expect(redact(`<user-${'0123456789'.repeat(20)}-next>`)).toBe('<[LONG]>')
    expect(redact('<user><user6789-next>')).toBe('<[SHORT]><[SHORT][NEXT]>')
  })

  it('hides a long value as far as a text shows it, so that a cut leaves no half', () => {
    const value = Array.from({ length: 20_000 }, (_, at) => (at * 7919).toString(36)).join('')
    const redact = createRedactor({ KEY: value })

    expect(redact(`<${value.slice(0, redactMargin)}`)).toBe('<[KEY]')
    expect(redact(`<${value.slice(0, 60_000)}>`)).toBe('<[KEY]>')
    expect(redact(`<${value}>`)).toBe('<[KEY]>')
    expect(redact(`<${Buffer.from(value).toString('base64')}>`)).toBe('<[KEY]>')
    expect(redact(`<${Buffer.from(value).toString('hex')}>`)).toBe('<[KEY]>')
  })

  it('leaves whole characters where it hides', () => {
    const redact = createRedactor({ KEY: `${'x'.repeat(80)}😀 and more` })

    expect(redact(`${'x'.repeat(80)}😁!`).isWellFormed()).toBe(true)
  })
})

/** Each form by itself over the whole text, the longest first: what one pass over it must come to. */
const oneByOne = (variables: Record<string, string>, text: string): string => {
  const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)
  const forms = new Map<string, string>()
  for (const [name, value] of Object.entries(variables))
    for (const form of [
      value,
      inJson(value),
      inJson(inJson(value)),
      encodeURIComponent(value),
      ...(['base64', 'base64url', 'hex'] as const).map((encoding) => Buffer.from(value).toString(encoding)),
      ...(value.includes('\n') ? value.split('\n').map((line) => line.trim()) : []),
    ])
      if (form.length >= 4 && !forms.has(form)) forms.set(form, name)
  return [...forms].toSorted(([a], [b]) => b.length - a.length).reduce((left, [form, name]) => left.replaceAll(form, `[${name}]`), text)
}

/** The same numbers each time. */
const createRandom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('one pass over a text', () => {
  const random = createRandom(1)
  const letters = 'abcé"\\ \n€😀/+'
  const textOf = (chars: string, length: number): string => {
    const all = Array.from(chars)
    return Array.from({ length }, () => all[random(all.length)]).join('')
  }
  const shownAs = [
    (value: string) => value,
    (value: string) => JSON.stringify(value),
    encodeURIComponent,
    (value: string) => Buffer.from(value).toString('base64'),
    (value: string) => Buffer.from(value).toString('hex'),
    (value: string) => value.slice(0, 3),
  ]

  it('comes to what each value by itself comes to', () => {
    for (let round = 0; round < 500; round++) {
      const values = Array.from({ length: 1 + random(8) }, () => textOf(letters, 1 + random(random(4) === 0 ? 120 : 20)))
      const variables = Object.fromEntries(values.map((value, at) => [`V${at}`, value]))
      const pieces = Array.from({ length: random(12) }, () =>
        (shownAs[random(shownAs.length)] ?? String)(values[random(values.length)] ?? ''),
      )
      const text = pieces.map((piece) => `${piece}${textOf('xyzXYZ ', 1 + random(5))}`).join('|')

      expect(createRedactor(variables)(text)).toBe(oneByOne(variables, text))
    }
  })

  it('shows nothing that each value by itself hides, however values overlap', () => {
    for (let round = 0; round < 500; round++) {
      const values = Array.from({ length: 1 + random(8) }, () => textOf('ab', 4 + random(8)))
      const variables = Object.fromEntries(values.map((value, at) => [`V${at}`, value]))
      const text = textOf('ab', 60)
      const hidden = (shown: string): string => shown.replaceAll(/\[V\d\]/g, '')

      const redacted = createRedactor(variables)(text)

      expect(hidden(redacted).length).toBeLessThanOrEqual(hidden(oneByOne(variables, text)).length)
      for (const value of values) expect(redacted).not.toContain(value)
    }
  })

  it('takes a time that goes by the text, not by values times text', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`V${at}`, `value-number-${at}`]))
    const large = Object.fromEntries(
      Array.from({ length: 20 }, (_name, name) => [
        `V${name}`,
        Array.from({ length: 8000 }, (_, line) => (name * 8000 + line).toString(36).padStart(7, 'q')).join('\n'),
      ]),
    )
    const alike = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`V${at}`, `${'a'.repeat(600 + at)}b${'a'.repeat(600)}`]))
    const texts = ['value-number 12 '.repeat(60_000), 'q'.repeat(1_000_000), 'a'.repeat(1_000_000)]

    const began = performance.now()
    for (const redact of [many, large, alike].map(createRedactor)) for (const text of texts) redact(text)

    // One value after the other takes minutes.
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})
