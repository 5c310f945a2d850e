import { isSecretName } from '@facet/contract'
import { createRedactor } from '#engine/hosting'

export type Secrets = Readonly<Record<string, string>>

// Shorter ones are words that any model may hold: "admin", "cube".
const minLength = 6
// Plain words up to here are looked for as words: as a part of others they would be found everywhere.
const maxWordLength = 11

const word = /^\w+$/

const passwordIn = (value: string): string | null => {
  try {
    return decodeURIComponent(new URL(value).password) || null
  } catch {
    return null
  }
}

/** The values among variables that are secrets: by their names, or since they are keys or addresses with a password in them. */
export const secretsAmong = (variables: Secrets): Secrets =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]): [string, string][] => {
      if (isSecretName(name) || value.includes('PRIVATE KEY-----')) return [[name, value]]
      const password = passwordIn(value)
      return password === null ? [] : [[name, password]]
    }),
  )

/** As a person would read what the converter wrote: without the escapes of the engine and of YAML. Lines stay lines. */
const unescaped = (text: string): string =>
  text
    .replaceAll("''", "'")
    .replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(String.raw`\n`, ' ')

export type Find = (text: string) => { secret: string; line: number } | null

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

const createWordFinder = (words: ReadonlyMap<string, string>): Find => {
  if (words.size === 0) return () => null
  return (text) => {
    for (const { 0: each, index } of text.matchAll(/\w+/g)) {
      const secret = words.get(each)
      if (secret !== undefined) return { secret, line: lineAt(text, index) }
    }
    return null
  }
}

const createTextFinder = (values: Secrets): Find => {
  const redact = createRedactor(values)
  return (text) => {
    const redacted = redact(text)
    if (redacted === text) return null
    let at = 0
    while (text[at] === redacted[at]) at += 1
    // Its name stands there in brackets; where the value begins with one too, it is what both have in common.
    const secret = Object.keys(values).find((name) => redacted.startsWith(`[${name}]`, at) || redacted.startsWith(`${name}]`, at))
    return { secret: secret ?? 'a secret', line: lineAt(text, at) }
  }
}

const longEnough = (secrets: Secrets): [string, string][] => Object.entries(secrets).filter(([, value]) => value.length >= minLength)

/** By how they are looked for: plain words as words, all else anywhere in a text. */
const sorted = (secrets: Secrets) => {
  const known = longEnough(secrets)
  const isWord = (value: string): boolean => value.length <= maxWordLength && word.test(value)
  return {
    words: new Map(known.flatMap(([name, value]) => (isWord(value) ? [[value, name]] : []))),
    texts: Object.fromEntries(known.filter(([, value]) => !isWord(value))),
  }
}

/** Finds the first value that a text shows: as it is, as the converter escapes it, in base64, hex, JSON or a URL. */
export const createFinder = (secrets: Secrets): Find => {
  const { words, texts } = sorted(secrets)
  const findWord = createWordFinder(words)
  const findText = createTextFinder(texts)
  return (text) => {
    const plain = unescaped(text)
    return findWord(text) ?? findText(text) ?? (plain === text ? null : findText(plain))
  }
}

/** Finds values anywhere, words inside of others too: for what people do not read, where one too many is found at no cost. */
export const createByteFinder = (secrets: Secrets): Find => createTextFinder(Object.fromEntries(longEnough(secrets)))

/** Puts names in place of values, wherever a finder would find them as they are. */
export const createSecretRedactor = (secrets: Secrets): ((text: string) => string) => {
  const { words, texts } = sorted(secrets)
  const redact = createRedactor(texts)
  return (text) => redact(text.replaceAll(/\w+/g, (each) => (words.has(each) ? `[${words.get(each)}]` : each)))
}
