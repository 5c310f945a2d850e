import { join } from 'node:path'
import type { Trial } from '../../trial.ts'
import { runInOwnNetwork } from './urls/network.ts'
import type { Found } from './urls/program.ts'

export const trial: Trial = {
  family: 'security',
  name: 'urls',
  runsOn: 'landing',
  summary: 'git URLs that point to private addresses, local programs or files',
  claim: 'A git remote reaches public addresses only, starts no program and opens no local repository.',
  gate: '0 connections to non-public addresses, 0 programs started, 0 repositories opened.',
  onFailure: 'The report names URL and target. Check `adapters/outbound` and the git arguments.',
  needs: ['postgres', 'ssh', 'namespaces'],
  short: { seconds: 20, pace: 'waits' },
  run: async ({ quick, plants, say }) => {
    const line = await runInOwnNetwork(
      join(import.meta.dirname, 'urls', 'program.ts'),
      [quick ? 'short' : 'full', plants ? 'plants' : ''],
      say,
    )
    const found = JSON.parse(line) as Found
    const { forbidden, executed, opened, problems, planted, twins, attacks } = found
    const { toothless, wronglyInert, reachedUnjudged, shown } = planted ?? { toothless: [], wronglyInert: [], reachedUnjudged: 1, shown: 0 }
    for (const list of [forbidden, executed, opened, problems, toothless, wronglyInert])
      for (const entry of list.slice(0, 20)) say(`  ${entry}`)
    const isClean = [forbidden, executed, opened, problems, toothless, wronglyInert].every((list) => list.length === 0)
    return {
      isPassed: isClean && attacks > 200 && reachedUnjudged > shown / 2 && Object.values(twins).every(Boolean),
      figures: { ...found },
    }
  },
}
