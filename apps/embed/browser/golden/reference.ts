import type { GoldenChart } from './charts.ts'
import { drawnBy, meantSince, previousCommit } from './previous.ts'
import { readRecorded } from './recorded.ts'
import type { Pictures, Studio } from './studio.ts'

/** What pictures are held against, and where that is from. A chart that is not among them is meant to look different. */
export type Reference = { from: string; pictures: Pictures }

type Wish = { given: string | undefined; isPreviousAsked: boolean }

/**
 * The recorded pictures, where this browser on this machine draws as the one that recorded them. Anywhere else fonts and edges would be
 * other pixels, so the landing before this one is drawn here and now.
 */
export const referenceOf = async (studio: Studio, charts: readonly GoldenChart[], { given, isPreviousAsked }: Wish): Promise<Reference> => {
  const recorded = isPreviousAsked ? null : readRecorded(studio)
  if (recorded) return { from: `recorded by Chromium ${studio.version}`, pictures: recorded }
  const commit = previousCommit(given)
  const meant = meantSince(commit)
  const unchanged = charts.filter(({ name }) => !meant.has(name))
  return {
    from: `drawn by ${commit.slice(0, 12)}`,
    pictures: unchanged.length === 0 ? new Map() : await drawnBy(commit, studio, unchanged),
  }
}
