import { parseArgs } from 'node:util'
import { plantIn, type Verdict, verdictOf } from './mutants/plant.ts'
import { readMutants } from './mutants/read.ts'
import { copyRepository } from './new/copied-repository.ts'

/**
 * Plants each fault in a copy of the tree and runs the tests that must notice it. A fault that none of them notices fails, and so
 * does a harmless change that one of them takes for a fault.
 */
const main = async (): Promise<boolean> => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const all = readMutants()
  const unknown = positionals.filter((name) => all.every((mutant) => mutant.name !== name))
  if (unknown.length > 0)
    throw new Error(`There is no fault called ${unknown.join(', ')}. tools/mutants has: ${all.map(({ name }) => name).join(', ')}`)
  const mutants = positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name))

  const copy = copyRepository()
  try {
    const plant = plantIn(copy)
    // A test that fails anyway would be taken for one that notices.
    const failing = await plant.failingWithout(mutants)
    if (failing.length > 0) throw new Error(`These fail without any fault:\n  ${failing.join('\n  ')}`)
    const counts: Record<Verdict, number> = { noticed: 0, MISSED: 0, harmless: 0, ALARMED: 0 }
    for (const mutant of mutants) {
      const noticedBy = await plant.noticed(mutant)
      const verdict = verdictOf(mutant, noticedBy)
      counts[verdict]++
      process.stdout.write(`${verdict.padEnd(8)} ${mutant.name}: ${noticedBy[0] ?? mutant.tests.join(', ')}\n`)
    }
    const { noticed, MISSED: missed, harmless, ALARMED: alarmed } = counts
    process.stdout.write(`${noticed} noticed, ${missed} missed; ${harmless} harmless, ${alarmed} taken for faults\n`)
    return missed + alarmed === 0
  } finally {
    copy.remove()
  }
}

process.exitCode = (await main()) ? 0 : 1
