import { afterAll, afterEach, beforeAll } from 'vitest'
import { close, type Opened, openPlain, openSdk, openSites, type PlainWish, type SdkWish, type Sites } from './situations.ts'

/** Frames for the tests of a file: they share a browser, and what a test opened is closed behind it. */
export const givenFrames = () => {
  let sites: Sites
  const opened = new Set<Opened>()
  beforeAll(async () => {
    sites = await openSites()
  })
  afterEach(async () => {
    await Promise.all([...opened].map(close))
    opened.clear()
  })
  afterAll(() => sites.close())

  const kept = async (opening: Promise<Opened>): Promise<Opened> => {
    const frame = await opening
    opened.add(frame)
    return frame
  }
  return {
    /** The origin of the page that has the frames. */
    host: () => sites.host,
    plain: (wish?: PlainWish) => kept(openPlain(sites, wish)),
    sdk: (wish?: SdkWish) => kept(openSdk(sites, wish)),
  }
}
