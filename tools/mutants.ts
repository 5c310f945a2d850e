import { parseArgs } from 'node:util'
import { plantIn } from './mutants/plant.ts'
import { readMutants } from './mutants/read.ts'
import { copyRepository } from './new/copied-repository.ts'

/** Plants each fault in a copy of the tree and runs the tests that must notice it. A fault that none of them notices fails. */
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
    const missed: string[] = []
    for (const mutant of mutants) {
      const noticedBy = await plant.noticed(mutant)
      if (noticedBy.length === 0) missed.push(mutant.name)
      process.stdout.write(`${noticedBy.length > 0 ? 'noticed' : 'MISSED '} ${mutant.name}: ${noticedBy[0] ?? mutant.tests.join(', ')}\n`)
    }
    process.stdout.write(`${mutants.length - missed.length} noticed, ${missed.length} missed\n`)
    return missed.length === 0
  } finally {
    copy.remove()
  }
}

process.exitCode = (await main()) ? 0 : 1
