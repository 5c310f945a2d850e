import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goldenChart, goldenCharts } from './golden/charts.ts'
import { difference } from './golden/compare.ts'
import { previousCommit } from './golden/previous.ts'
import { readRecorded, recordedNames } from './golden/recorded.ts'
import { type Reference, referenceOf } from './golden/reference.ts'
import { openStudio, type Pictures, type Studio } from './golden/studio.ts'

// Nothing else can change a picture: packages/chart-spec, packages/ui/src, apps/embed/src/{format,states,widgets},
// apps/embed/build/aliases.ts, apps/embed/test/widgets/rows.ts, apps/embed/browser/{gallery*,own-fonts.ts,golden*}, pnpm-lock.yaml and
// the version of Chromium.
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

const pictureOf = (name: string): Buffer => {
  const picture = pictures.get(name)
  if (!picture) throw new Error(`There is no picture of ${name}.`)
  return picture
}

describe('a chart', () => {
  it.for(goldenCharts.map(({ name }) => name))('matches its picture: %s', (name, { skip }) => {
    const before = reference.pictures.get(name)
    if (!before) skip(`The change replaces the recorded picture of this chart. The reference was ${reference.from}.`)
    else expect(difference(name, pictureOf(name), before)).toBeNull()
  })

  it('matches its picture when the browser is in another time zone', async () => {
    const chart = goldenChart('time-by-hour')
    // Daylight saving time begins there within the range of the chart.
    const taken = await studio.take([{ ...chart, view: { ...chart.view, zone: 'America/Los_Angeles' } }])

    expect(difference('time-by-hour', taken.get('time-by-hour') ?? Buffer.alloc(0), pictureOf('time-by-hour'))).toBeNull()
  })
})

describe('the recorded pictures', () => {
  it('match the list of charts and stay below the size limit', () => {
    const names = recordedNames(studio.version)
    const recorded = readRecorded(studio)
    if (names.length > 0) expect(names).toEqual(goldenCharts.map(({ name }) => name).toSorted())
    expect([...(recorded?.values() ?? [])].reduce((sum, { length }) => sum + length, 0)).toBeLessThan(maxFolderBytes)
  })

  it('are ignored when another browser or machine recorded them', () => {
    expect(readRecorded({ version: '1.0', fingerprint: studio.fingerprint })).toBeNull()
    expect(readRecorded({ version: studio.version, fingerprint: 'other fonts' })).toBeNull()
  })

  it('are requested with a remedy when there is nothing to compare with', () => {
    expect(() => previousCommit('no-such-commit')).toThrow(/no-such-commit is not in the clone.*pnpm record:goldens/)
  })
})
