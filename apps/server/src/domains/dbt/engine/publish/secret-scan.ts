import { readFile, writeFile } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { PublishProblem } from './publish-problem.ts'
import { createByteFinder, createFinder, createSecretRedactor, type Find, type Secrets } from './secret-finder.ts'

const scannedAtOnce = 262_144
// Of a longer value its beginning is enough to know it by; four bytes for each of its characters.
const overlap = 512

const isNone = (secrets: Secrets): boolean => Object.keys(secrets).length === 0

const refusal = (where: string, secret: string): PublishProblem =>
  new PublishProblem(
    'secret_in_output',
    `${where} shows the value of ${secret}, so nothing was kept and nothing committed. The dbt project puts it into a name, a description or meta of a model, probably with env_var: take it out there.`,
  )

/** The first line is the same in every file, and not the project's. */
const withoutHeader = (content: string): string => content.slice(content.indexOf('\n') + 1)

/**
 * Refuses files that show the value of a secret: a description can hold what `env_var` gave, and a commit is read by everybody who may
 * read the repository, for ever.
 */
export const requireNoSecrets = async (files: readonly { path: string; content: string }[], secrets: Secrets): Promise<void> => {
  if (isNone(secrets)) return
  const find = createFinder(secrets)
  let scanned = 0
  for (const { path, content } of files) {
    const named = find(path)
    if (named) throw refusal('The name of a model, or of a generated file,', named.secret)
    const found = find(withoutHeader(content))
    if (found) throw refusal(`Line ${found.line + 1} of the generated file ${path}`, found.secret)
    scanned += content.length
    if (scanned < scannedAtOnce) continue
    scanned = 0
    await turn()
  }
}

const findInLong = async (find: Find, text: string): Promise<string | null> => {
  for (let at = 0; at < text.length; at += scannedAtOnce) {
    const found = find(text.slice(at, at + scannedAtOnce + overlap))
    if (found) return found.secret
    await turn()
  }
  return null
}

/** Takes the values of secrets out of the report of a conversion: what it says of models that became no files is in none. */
export const redactReport = async (reportFile: string, secrets: Secrets): Promise<void> => {
  if (isNone(secrets)) return
  const find = createFinder(secrets)
  const report = await readFile(reportFile, 'utf8')
  if ((await findInLong(find, report)) === null) return
  const redact = createSecretRedactor(secrets)
  const redacted = JSON.stringify(JSON.parse(report), (_, value: unknown) => (typeof value === 'string' ? redact(value) : value))
  const left = await findInLong(find, redacted)
  if (left !== null) throw refusal('The report of decisions', left)
  await writeFile(reportFile, redacted)
}

/** Whether a file that nobody reads as text shows the value of a secret. */
export const showsSecret = async (file: string, secrets: Secrets): Promise<boolean> => {
  if (isNone(secrets)) return false
  const find = createByteFinder(secrets)
  let before = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: scannedAtOnce }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([before, chunk])
    if (find(bytes.toString('utf8'))) return true
    before = Buffer.from(bytes.subarray(-overlap))
  }
  return false
}
