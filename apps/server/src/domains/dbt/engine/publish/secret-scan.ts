import { setImmediate as turn } from 'node:timers/promises'
import { isSecretName } from '@facet/contract'
import { createRedactor } from '#engine/hosting'
import { PublishProblem } from './publish-problem.ts'

type Values = Readonly<Record<string, string>>

// Shorter ones are words that any model may hold: "admin", "cube".
const minLength = 6
// Plain words up to here are looked for as words: as a part of others they would be found everywhere.
const maxWordLength = 11
const scannedAtOnceBytes = 262_144

const word = /^\w+$/

const passwordIn = (value: string): string | null => {
  try {
    return decodeURIComponent(new URL(value).password) || null
  } catch {
    return null
  }
}

/** The values among variables that are secrets: by their names, or since they are keys or addresses with a password in them. */
export const secretsAmong = (variables: Values): Values =>
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

type Found = { secret: string; line: number }
type Find = (text: string) => Found | null

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

const createTextFinder = (values: Values): Find => {
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

const createFinder = (secrets: Values): Find => {
  const known = Object.entries(secrets).filter(([, value]) => value.length >= minLength)
  const isWord = (value: string): boolean => value.length <= maxWordLength && word.test(value)
  const findWord = createWordFinder(new Map(known.flatMap(([name, value]) => (isWord(value) ? [[value, name]] : []))))
  const findText = createTextFinder(Object.fromEntries(known.filter(([, value]) => !isWord(value))))
  return (text) => {
    const plain = unescaped(text)
    return findWord(text) ?? findText(text) ?? (plain === text ? null : findText(plain))
  }
}

const refusal = (where: string, secret: string): PublishProblem =>
  new PublishProblem(
    'secret_in_output',
    `${where} shows the value of ${secret}, so nothing was committed. The dbt project puts it into a name, a description or meta of a model, probably with env_var: take it out there.`,
  )

/** The first line is the same in every file, and not the project's. */
const withoutHeader = (content: string): string => content.slice(content.indexOf('\n') + 1)

/**
 * Refuses files that show the value of a secret: a description can hold what `env_var` gave, and a commit is read by everybody who may
 * read the repository, for ever.
 */
export const requireNoSecrets = async (files: readonly { path: string; content: string }[], secrets: Values): Promise<void> => {
  const find = createFinder(secrets)
  let bytes = 0
  for (const { path, content } of files) {
    const named = find(path)
    if (named) throw refusal('The name of a generated file', named.secret)
    const found = find(withoutHeader(content))
    if (found) throw refusal(`Line ${found.line + 1} of the generated file ${path}`, found.secret)
    bytes += content.length
    if (bytes < scannedAtOnceBytes) continue
    bytes = 0
    await turn()
  }
}
