import { mkdirSync, mkdtempSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Author, createAuthor } from '../../harness/author.ts'
import { createInstallation, type FacetProcess, type Installation, type Tenant } from '../../harness/installation.ts'
import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { bites, branchBites, hookBites, linkBites, plantHooks } from './paths/controls.ts'
import { attackMark, attacks, branchAttacks } from './paths/corpus.ts'
import { createForge, plantCommit } from './paths/planted.ts'
import { createDoors, type Doors } from './paths/stage.ts'
import { isRefused, newTally, record, type Tally, tryBranches, tryPaths, tryTwins } from './paths/tries.ts'
import { differences, listPaths, namedAs, snapshotOf, strangersIn } from './paths/watch.ts'
import { leaveTraces, ruleChanges, tryWithoutRules } from './paths/without-rules.ts'

const secret = 'a secret outside of every repository'

type Fixture = {
  plants: boolean
  installation: Installation
  author: Author
  doors: Doors
  canaries: string
  scratch: string
  workFolder: string
}

/** A tree that a hostile remote could bring: what may be done with it, and what must not. */
const tryPlanted = async ({ plants, installation, author, doors, canaries, scratch }: Fixture) => {
  const forge = createForge(scratch)
  const { tenantId } = author.tenant
  const place = { tenantId, deploymentId: author.deploymentId, branchName: author.branchName }
  const commit = forge.commit([
    forge.file('plain.yml', 'cubes: []\n'),
    forge.link('etc', '/etc'),
    forge.link('out', canaries),
    forge.link('secret', join(canaries, 'secret.txt')),
    forge.link('up', '..'),
    forge.submodule('sub'),
    forge.folder('.GIT', [forge.file('config', '[core]\n\thooksPath = .\n')]),
    forge.folder('.git', [forge.folder('hooks', [forge.file('post-commit', '#!/bin/sh\n')])]),
    forge.folder('..', [forge.file(attackMark, 'x')]),
    forge.folder('Model', [forge.file('a.yml', 'A')]),
    forge.folder('model', [forge.file('a.yml', 'a')]),
  ])
  await plantCommit(installation, place, forge, commit)
  const controls = plants && {
    link: linkBites(scratch, forge.gitDir, commit, 'out', canaries),
    hook: hookBites(scratch, forge.gitDir, commit, join(scratch, 'hook-ran')),
  }
  rmSync(join(canaries, 'control'), { force: true })
  const before = snapshotOf(canaries)

  const [tally, worked] = [newTally(), newTally()]
  for (const path of [
    'etc/passwd',
    'out/secret.txt',
    `out/${attackMark}`,
    `up/${attackMark}`,
    `up/up/${attackMark}`,
    'secret/x',
    `sub/${attackMark}`,
    `MODEL/${attackMark}`,
    'Model/A.yml',
    'ETC/passwd',
    'plain.yml/x',
  ])
    for (const door of ['put', 'renameTo', 'uploadAndFinish', 'remove', 'renameFrom'] as const) {
      const answer = await doors[door](path)
      record(tally, `${door} ${path}, planted`, answer, isRefused(answer))
    }
  const shown = JSON.stringify([await doors.list(), await doors.hashes()])
  const isRead = shown.includes(secret) || shown.includes('root:')
  const beside = await doors.put('beside.yml')
  record(worked, 'put beside a hostile tree', beside, beside.status === 200)
  const merged = await doors.commit()
  record(worked, 'commit of a hostile tree', merged, merged.status < 500)
  for (const path of ['.GIT', '.git', 'out', 'sub', 'Model']) {
    const answer = await doors.remove(path)
    record(worked, `remove ${path}, planted`, answer, answer.status === 200)
  }
  return { tally, worked, controls, isRead, touched: differences(before, snapshotOf(canaries)) }
}

/** Hooks where a hole would have put them, then work on the repository: none may run. */
const tryHooks = async ({ author, doors, canaries, workFolder }: Fixture): Promise<{ planted: number; ran: boolean }> => {
  const canary = join(canaries, 'hook-ran')
  const copies = listPaths(workFolder).filter((path) => path.endsWith('.git'))
  for (const copy of copies) plantHooks(join(workFolder, copy), canary)
  for (const path of ['one.yml', 'two.yml']) await doors.put(path)
  await author.api.createBranch({ params: { deploymentId: author.deploymentId }, body: { name: 'after-hooks' } })
  return { planted: copies.length, ran: existsSync(canary) }
}

const controlsOf = (scratch: string): { shown: number; notShown: string[]; failed: string[] } => {
  const wanted = attacks.filter(({ control }) => control !== 'none')
  const failed = wanted.filter((attack) => !bites(scratch, attack)).map(({ name }) => name)
  const gitDir = createForge(scratch).gitDir
  for (const { name, isRun } of branchAttacks) {
    const canary = join(scratch, `ran-${branchAttacks.findIndex((one) => one.name === name)}`)
    if (isRun && !branchBites(scratch, gitDir, name, canary)) failed.push(name)
  }
  const runs = branchAttacks.filter(({ isRun }) => isRun).length
  const notShown = [
    ...attacks.filter(({ control }) => control === 'none').map(({ name }) => name),
    ...branchAttacks.filter(({ isRun }) => !isRun).map(({ name }) => name),
  ]
  return { shown: wanted.length + runs - failed.length, notShown, failed }
}

type Planting = { installation: Installation; facet: FacetProcess; tenant: Tenant; workFolder: string; canaries: string }

const findPlanted = async ({ installation, facet, tenant, workFolder, canaries }: Planting) => {
  const traces = leaveTraces(workFolder, canaries)
  // An orderly stop releases the data models, so that the node without rules becomes their owner.
  await facet.kill('SIGTERM')
  return { ...traces, ...(await tryWithoutRules(installation, tenant)) }
}

const run = async (installation: Installation, outside: string, { plants, say }: TrialOptions): Promise<Finding> => {
  const tenant = await installation.createTenant('paths')
  const facet = await installation.serve()
  const author = await createAuthor(installation, facet, tenant, 'Attacked')
  const canaries = join(outside, 'canaries')
  const scratch = join(outside, 'scratch')
  for (const folder of [canaries, scratch]) mkdirSync(folder)
  writeFileSync(join(canaries, 'secret.txt'), secret)
  const workFolder = join(installation.folder, 'facet', 'work')
  const ground: Fixture = { plants, installation, author, doors: createDoors(author), canaries, scratch, workFolder }
  const before = snapshotOf(canaries)

  const controls = plants ? controlsOf(scratch) : undefined
  const paths = await tryPaths(ground.doors)
  const branches = await tryBranches(ground.doors)
  const harmless = await tryTwins(ground.doors)
  const hostile = await tryPlanted(ground)
  const strangers = strangersIn(workFolder)
  const named = [
    ...namedAs(join(installation.folder, 'facet'), attackMark),
    ...namedAs(canaries, attackMark),
    ...['/', '/tmp', tmpdir(), installation.folder, process.cwd()]
      .map((place) => join(place, attackMark))
      .filter((path) => existsSync(path)),
  ]
  const hooks = await tryHooks(ground)
  const touched = differences(before, snapshotOf(canaries))
  const isUp = !facet.hasExited()
  const planted = plants ? await findPlanted({ installation, facet, tenant, workFolder, canaries }) : undefined

  const tallies = [paths, branches, hostile.tally]
  const wrong = [...tallies, harmless, hostile.worked].flatMap((tally) => tally.wrong)
  for (const line of wrong.slice(0, 40)) say(`  ${line}`)
  for (const line of [...strangers, ...named, ...touched]) say(`  escaped: ${line}`)
  for (const line of controls?.failed ?? []) say(`  without effect where the rule is off: ${line}`)
  const sum = (pick: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + pick(tally), 0)
  const escapes = strangers.length + named.length + touched.length + hostile.touched.length + Number(hostile.isRead) + Number(hooks.ran)
  return {
    isPassed:
      escapes === 0 &&
      wrong.length === 0 &&
      (controls === undefined || controls.failed.length === 0) &&
      (hostile.controls === false || (hostile.controls.link && hostile.controls.hook)) &&
      hooks.planted > 0 &&
      (planted === undefined || Object.values(planted).every(Boolean)) &&
      isUp,
    figures: {
      attacks: sum((tally) => tally.tried),
      refused: sum((tally) => tally.right),
      harmless: harmless.tried + hostile.worked.tried,
      harmlessAccepted: harmless.right + hostile.worked.right,
      escapes,
      controls: controls && { shown: controls.shown, notShown: controls.notShown.length },
      hooksPlanted: hooks.planted,
      lostAnswers: ground.doors.lost.answers,
      wrong: wrong.length,
      plantedSeen: planted,
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
  plants: [ruleChanges],
  needs: ['postgres'],
  short: { seconds: 25, pace: 'works' },
  run: async (options) => {
    const outside = mkdtempSync(join(tmpdir(), 'facet-outside-'))
    const installation = await createInstallation({ durable: false })
    try {
      return await run(installation, outside, options)
    } finally {
      await installation.close()
      rmSync(outside, { recursive: true, force: true })
    }
  },
}
