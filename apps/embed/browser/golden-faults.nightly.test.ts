import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { galleryFiles } from './gallery-files.ts'
import { goldenChart } from './golden/charts.ts'
import { differingPixels } from './golden/compare.ts'
import { faults } from './golden/faults.ts'
import { openStudio, type Pictures, type Studio } from './golden/studio.ts'

let studio: Studio
let pictures: Pictures
beforeAll(async () => {
  studio = await openStudio()
  pictures = await studio.take([...new Set(faults.map(({ seenIn }) => seenIn))].map(goldenChart))
})
afterAll(() => studio.close())

const pictureOf = (name: string, from = pictures): Buffer => {
  const picture = from.get(name)
  if (!picture) throw new Error(`There is no picture of ${name}.`)
  return picture
}

describe('a picture', () => {
  it.each(faults.map((fault) => [fault.what, fault] as const))('differs when the page has a planted fault: %s', async (_, fault) => {
    const taken = await studio.take([goldenChart(fault.seenIn)], galleryFiles(undefined, [fault]))

    expect(differingPixels(pictureOf(fault.seenIn, taken), pictureOf(fault.seenIn))).toBeGreaterThan(20)
  })
})
