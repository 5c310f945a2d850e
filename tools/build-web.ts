import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPage, pageFolder } from './web/build-page.ts'
import { measurePage, type Recorded, recordedOf, sizeProblems } from './web/sizes.ts'

const recordFile = join(import.meta.dirname, '../apps/embed/sizes.json')

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** `pnpm build:web [--record]`: builds the pages, prints what they weigh and fails when that is over their budgets. */
const main = async (flags: readonly string[]): Promise<void> => {
  const started = performance.now()
  await buildPage()
  const figures = measurePage(pageFolder)
  for (const { name, bytes, limit } of figures)
    process.stdout.write(`${name.padEnd(36)} ${kilobytes(bytes).padStart(9)} of ${kilobytes(limit)}\n`)
  if (flags.includes('--record')) writeFileSync(recordFile, `${JSON.stringify(recordedOf(figures), null, 2)}\n`)
  const problems = sizeProblems(figures, JSON.parse(readFileSync(recordFile, 'utf8')) as Recorded)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else
    process.stdout.write(
      `built in ${((performance.now() - started) / 1000).toFixed(1)} s: ${figures.map(({ name, bytes }) => `${name} ${bytes}`).join(', ')}\n`,
    )
}

await main(process.argv.slice(2))
