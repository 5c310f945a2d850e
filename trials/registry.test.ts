import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { families } from './trial.ts'
import { fullNameOf, trials } from './registry.ts'

const root = join(import.meta.dirname, '..')
const names = trials.map(fullNameOf)

describe('the trials', () => {
  it('finds trials of every family under unique names', () => {
    expect(new Set(trials.map(({ family }) => family))).toEqual(new Set(families))
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })

  it('finds each trial in the file of its name', () => {
    expect(trials.filter(({ file, name }) => !file.endsWith(`/${name}.trial.ts`)).map(({ file }) => file)).toEqual([])
  })

  it('keeps each text of a trial within 40 words', () => {
    const isLong = (text: string): boolean => text.split(/\s+/).length > 40

    expect(trials.filter((trial) => [trial.summary, trial.claim, trial.gate, trial.onFailure].some(isLong)).map(fullNameOf)).toEqual([])
  })

  it('records full passes of existing trials only', () => {
    const { trials: passes } = JSON.parse(readFileSync(join(root, 'tools/ci/nightly-passes.json'), 'utf8')) as {
      trials: Record<string, unknown>
    }

    expect(Object.keys(passes).filter((name) => !names.includes(name))).toEqual([])
  })
})
