import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { plantIn } from './mutants/plant.ts'
import { readMutants } from './mutants/read.ts'
import { copyRepository } from './new/copied-repository.ts'

/** `pnpm mutants [name …]`: plants each fault in a copy of the tree. Fails for a fault that none of its tests and trials detects. */
const main = async (): Promise<boolean> => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} })
  const all = readMutants()
  const unknown = positionals.filter((name) => all.every((mutant) => mutant.name !== name))
  if (unknown.length > 0) throw new Error(`mutants contains no ${unknown.join(', ')}, but ${all.map(({ name }) => name).join(', ')}.`)
  const mutants = positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name))

  process.env['FACET_NIGHTLY_FILES'] = mutants.flatMap(({ tests }) => tests).join(',')
  const copy = copyRepository()
  try {
    // The test of golden pictures reads the previous commit.
    writeFileSync(copy.path('.git'), `gitdir: ${execFileSync('git', ['rev-parse', '--absolute-git-dir'], { encoding: 'utf8' })}`)
    const plant = plantIn(copy)
    // A test that always fails would count as one that detects the fault.
    const failing = await plant.failingWithout(mutants)
    if (failing.length > 0) throw new Error(`These fail without any fault:\n  ${failing.join('\n  ')}`)
    let detected = 0
    for (const mutant of mutants) {
      const by = await plant.detectedBy(mutant)
      if (by !== undefined) detected++
      process.stdout.write(
        `${by === undefined ? 'MISSED  ' : 'detected'} ${mutant.name}: ${by ?? [...mutant.tests, ...mutant.trials].join(', ')}\n`,
      )
    }
    process.stdout.write(`${detected} detected, ${mutants.length - detected} missed\n`)
    return detected === mutants.length
  } finally {
    copy.remove()
  }
}

process.exitCode = (await main()) ? 0 : 1
