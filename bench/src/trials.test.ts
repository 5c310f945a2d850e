import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkChanges } from './harness/source-changes.ts'
import { families } from './trial.ts'
import { fullNameOf, trials } from './trials.ts'

const root = join(import.meta.dirname, '../..')
const names = trials.map(fullNameOf)

describe('the trials', () => {
  it('are found in every family, each under a name of its own', () => {
    expect(new Set(trials.map(({ family }) => family))).toEqual(new Set(families))
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })

  it('lie in files that begin with their name', () => {
    expect(trials.filter(({ file, name }) => !file.split('/')[1]?.startsWith(name)).map(({ file }) => file)).toEqual([])
  })

  it('are each explained in docs/quality.md', () => {
    const page = readFileSync(join(root, 'docs/quality.md'), 'utf8')

    expect(trials.filter(({ name }) => !page.includes(`\n| \`${name}\` |`)).map(fullNameOf)).toEqual([])
  })

  it('are the ones whose full passes are on record', () => {
    const { passes } = JSON.parse(readFileSync(join(root, 'bench/full-passes.json'), 'utf8')) as { passes: Record<string, unknown> }

    expect(Object.keys(passes).filter((name) => !names.includes(name))).toEqual([])
  })

  it.each(trials.filter(({ plants }) => plants).map((trial) => [fullNameOf(trial), trial.plants ?? []] as const))(
    'plant changes that fit the source: %s',
    (_, plants) => {
      expect(plants).not.toEqual([])
      expect(() => plants.forEach(checkChanges)).not.toThrow()
    },
  )
})
