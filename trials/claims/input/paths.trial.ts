import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Author, createAuthor } from '../../harness/author.ts'
import { createInstallation, type Installation } from '../../harness/installation.ts'
import { judged } from '../../harness/last-line.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { isAccepted, newTally, record, removeHostile, sendAttacks, sendHostilePaths, sendValid } from './paths/attempts.ts'
import { attackMark } from './paths/corpus.ts'
import { createEndpoints } from './paths/endpoints.ts'
import { pushHostileHead } from './paths/hostile-head.ts'
import { differences, listPaths, snapshotOf, unexpectedPaths } from './paths/traces.ts'

const secret = 'a secret outside of every repository'
const hooks = ['reference-transaction', 'post-commit', 'pre-commit', 'post-update', 'pre-receive', 'post-checkout', 'pre-auto-gc']

/** Writes hooks into every bare copy below the work folder. Returns the number of copies. */
const writeHooks = (workFolder: string, canary: string): number => {
  const copies = listPaths(workFolder).filter((path) => path.endsWith('.git'))
  for (const copy of copies) {
    const folder = join(workFolder, copy, 'hooks')
    mkdirSync(folder, { recursive: true })
    for (const name of hooks) writeFileSync(join(folder, name), `#!/bin/sh\ntouch '${canary}'\n`, { mode: 0o755 })
  }
  return copies.length
}

const run = async (installation: Installation, author: Author, outside: string, say: TrialOptions['say']): Promise<Finding> => {
  const [canaries, scratch] = [join(outside, 'canaries'), join(outside, 'scratch')]
  for (const folder of [canaries, scratch]) mkdirSync(folder)
  writeFileSync(join(canaries, 'secret.txt'), secret)
  const dataFolder = join(installation.folder, 'facet')
  const workFolder = join(dataFolder, 'work')
  const endpoints = createEndpoints(author)
  const before = snapshotOf(canaries)

  const [refused, accepted] = [newTally(), newTally()]
  await sendAttacks(endpoints, refused)
  await sendValid(endpoints, accepted)
  await pushHostileHead(installation, author, scratch, canaries)
  await sendHostilePaths(endpoints, refused)
  const listed = JSON.stringify([await endpoints.list(), await endpoints.hashes()])
  const isRead = listed.includes(secret) || listed.includes('root:')
  const beside = await endpoints.put('beside.yml')
  record(accepted, 'put beside a hostile tree', beside, isAccepted(beside))
  const committed = await endpoints.commit()
  record(accepted, 'commit of a hostile tree', committed, committed.status < 500)
  await removeHostile(endpoints, accepted)
  const escaped = [
    ...unexpectedPaths(workFolder),
    ...[dataFolder, canaries].flatMap((folder) => listPaths(folder)).filter((path) => path.includes(attackMark)),
    ...['/', '/tmp', tmpdir(), installation.folder, process.cwd()].map((folder) => join(folder, attackMark)).filter(existsSync),
  ]
  const hookCanary = join(canaries, 'hook-ran')
  const copiesWithHooks = writeHooks(workFolder, hookCanary)
  for (const path of ['one.yml', 'two.yml']) await endpoints.put(path)
  await author.api.createBranch({ params: { deploymentId: author.deploymentId }, body: { name: 'after-hooks' } })
  escaped.push(...differences(before, snapshotOf(canaries)))

  for (const line of [...refused.wrong, ...accepted.wrong].slice(0, 40)) say(`  ${line}`)
  for (const path of escaped) say(`  escaped: ${path}`)
  return {
    ...judged({
      'every attack is refused with 4xx': refused.wrong.length === 0,
      'every valid counterpart is accepted': accepted.wrong.length === 0,
      'nothing outside of the repository was read': !isRead,
      'nothing outside of the repository changed': escaped.length === 0,
      'no hook ran': copiesWithHooks > 0 && !existsSync(hookCanary),
      'the service still runs': !author.process.hasExited(),
    }),
    figures: {
      attacks: refused.tried,
      refused: refused.right,
      harmless: accepted.tried,
      harmlessAccepted: accepted.right,
      escapes: escaped.length + Number(isRead),
      copiesWithHooks,
      lostAnswers: endpoints.lost.answers,
    },
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'paths',
  runsOn: 'landing',
  summary: 'paths, links and names that leave the repository or steer git, through every operation',
  claim: 'A path or branch name cannot read or write outside its repository.',
  gate: 'Every attack gets 4xx, every valid counterpart 200. Nothing outside changes, and no hook runs.',
  onFailure: 'A line `put …: 200`: a rule is missing in `files/path-rules.ts` or `files/tree-fit.ts`. `escaped`: a link was followed.',
  needs: ['postgres'],
  short: { seconds: 25, pace: 'works' },
  run: async ({ say }) => {
    const outside = mkdtempSync(join(tmpdir(), 'facet-outside-'))
    const installation = await createInstallation({ durable: false })
    try {
      const tenant = await installation.createTenant('paths')
      const author = await createAuthor(installation, await installation.serve(), tenant, 'Attacked')
      return await run(installation, author, outside, say)
    } finally {
      await installation.close()
      rmSync(outside, { recursive: true, force: true })
    }
  },
}
