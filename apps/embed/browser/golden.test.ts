import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { galleryFiles } from './gallery-files.ts'
import { type GoldenChart, goldenCharts } from './golden/charts.ts'
import { difference, differingPixels } from './golden/compare.ts'
import { faults } from './golden/faults.ts'
import { previousCommit } from './golden/previous.ts'
import { readRecorded, recordedNames } from './golden/recorded.ts'
import { type Reference, referenceOf } from './golden/reference.ts'
import { openStudio, type Pictures, type Studio } from './golden/studio.ts'

const maxFolderBytes = 600_000

let studio: Studio
let pictures: Pictures
let reference: Reference
beforeAll(async () => {
  studio = await openStudio()
  pictures = await studio.take(goldenCharts)
  reference = await referenceOf(studio, goldenCharts, {
    given: process.env['CI_BASE'] || undefined,
    isPreviousAsked: process.env['FACET_GOLDENS'] === 'previous',
  })
}, 600_000)
afterAll(() => studio.close())

const charted = (name: string): GoldenChart => {
  const found = goldenCharts.find((each) => each.name === name)
  if (!found) throw new Error(`There is no chart ${name} among those that are held to pictures.`)
  return found
}
const pictureOf = (name: string): Buffer => {
  const picture = pictures.get(name)
  if (!picture) throw new Error(`There is no picture of ${name}.`)
  return picture
}

describe('a chart looks as it did', () => {
  it.for(goldenCharts.map(({ name }) => name))('%s', (name, { skip }) => {
    const before = reference.pictures.get(name)
    if (!before) skip(`its recorded picture has changed since, ${reference.from}: that it looks different is meant`)
    else expect(difference(name, pictureOf(name), before)).toBeNull()
  })

  it('in whichever zone the browser is', async () => {
    const chart = charted('time-by-hour')
    // Where clocks are put forward within what is drawn.
    const taken = await studio.take([{ ...chart, view: { ...chart.view, zone: 'America/Los_Angeles' } }])

    expect(difference('time-by-hour', taken.get('time-by-hour') ?? Buffer.alloc(0), pictureOf('time-by-hour'))).toBeNull()
  })
})

describe('it is noticed', () => {
  it.each(faults.map((fault) => [fault.what, fault] as const))('%s', async (_, fault) => {
    const taken = await studio.take([charted(fault.seenIn)], galleryFiles(undefined, [fault]))

    expect(differingPixels(taken.get(fault.seenIn) ?? Buffer.alloc(0), pictureOf(fault.seenIn))).toBeGreaterThan(20)
  })
})

describe('the recorded pictures', () => {
  it('are those of the charts there are, and few enough bytes to be cloned', () => {
    const names = recordedNames(studio.version)
    const recorded = readRecorded(studio)
    if (names.length > 0) expect(names).toEqual(goldenCharts.map(({ name }) => name).toSorted())
    expect([...(recorded?.values() ?? [])].reduce((sum, { length }) => sum + length, 0)).toBeLessThan(maxFolderBytes)
  })

  it('are not for a browser or a machine that draws otherwise', () => {
    expect(readRecorded({ version: '1.0', fingerprint: studio.fingerprint })).toBeNull()
    expect(readRecorded({ version: studio.version, fingerprint: 'other fonts' })).toBeNull()
  })

  it('are missed with a word on what to do, where there is nothing else to compare with', () => {
    expect(() => previousCommit('no-such-commit')).toThrow(/no-such-commit is not in the clone.*pnpm record:goldens/)
  })
})
