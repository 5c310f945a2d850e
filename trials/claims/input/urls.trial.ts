import { join } from 'node:path'
import { judged } from '../../harness/last-line.ts'
import type { Trial } from '../../trial.ts'
import { runInOwnNetwork } from './urls/network.ts'
import type { Report } from './urls/program.ts'

export const trial: Trial = {
  family: 'security',
  name: 'urls',
  runsOn: 'landing',
  summary: 'git URLs that point to private addresses, local programs or files',
  claim: 'A git remote reaches public addresses only, starts no program and opens no local repository.',
  gate: '0 connections to non-public addresses, 0 programs started, 0 repositories opened. Public hosts are reached.',
  onFailure: 'The report names URL and target. Check `adapters/outbound` and the git arguments.',
  needs: ['postgres', 'ssh', 'namespaces'],
  short: { seconds: 20, pace: 'waits' },
  run: async ({ say }) => {
    const report = JSON.parse(await runInOwnNetwork(join(import.meta.dirname, 'urls', 'program.ts'), [], say)) as Report
    const { attacks, violations, publicHosts } = report
    for (const violation of violations.slice(0, 60)) say(`  ${violation}`)
    return {
      ...judged({
        'no URL led to a forbidden connection, program or repository': violations.length === 0,
        'more than 400 URLs were tried': attacks > 400,
        'public hosts are reached': Object.values(publicHosts).every(Boolean),
      }),
      figures: { attacks, violations: violations.length, publicHosts },
    }
  },
}
