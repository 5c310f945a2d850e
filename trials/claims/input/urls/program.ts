import { randomInt } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { Failure } from '../../../../apps/server/src/kernel/failure.ts'
import { createGit, createRemotes, generateSshKey, type Remote, type Remotes } from '../../../../apps/server/src/adapters/git/index.ts'
import { createOutbound, type Outbound, readRemoteUrl } from '../../../../apps/server/src/adapters/outbound/index.ts'
import { type Attack, attacksOn } from './corpus.ts'
import { public4, public6 } from './names.ts'
import { createStage, isForbidden, type Stage } from './stage.ts'
import type { Caught } from './trap.ts'
import { clients } from './unguarded.ts'

export type Attempt = { connections: Caught[]; isRun: boolean; isOpened: boolean; problem: string | null }

const tellOf = (error: unknown): string | null => (error instanceof Failure ? null : String(error))

/** The product as it is, with the resolver of the system and no exceptions named. */
const attempt = async (stage: Stage, remotes: Remotes, remote: Remote): Promise<Attempt> => {
  const tested = await remotes.testConnection(remote).then(
    (test) => ({ isOpened: test.isReachable, problem: null }),
    (error: unknown) => ({ isOpened: false, problem: tellOf(error) }),
  )
  const fetched = await remotes
    .fetchInto(remote, { gitDir: { path: stage.gitDir, git: createGit() }, branches: 'all', namespace: 'refs/trial/' })
    .then(
      () => ({ isOpened: true, problem: null }),
      (error: unknown) => ({ isOpened: false, problem: tellOf(error) }),
    )
  const connections = await stage.takeCaught()
  return { connections, isRun: stage.takeMark(), isOpened: tested.isOpened || fetched.isOpened, problem: tested.problem ?? fetched.problem }
}

/** Whether any program without a guard gets where the attack wants it. */
const bites = async (stage: Stage, { url }: Attack): Promise<boolean> => {
  for (const client of clients) {
    const isOpened = await client(url, stage.gitDir)
    const connections = await stage.takeCaught()
    if (stage.takeMark() || isOpened || connections.some(isForbidden)) return true
  }
  return false
}

/** The product's own way to a remote with the judgement taken out: it reads and resolves, and allows all. */
const unjudged: Outbound = {
  resolve: async (text, kinds) => {
    const url = readRemoteUrl(text, kinds)
    if ('problem' in url) throw new Failure('remote_url_invalid', url.message)
    const found = await lookup(url.host, { all: true }).catch(() => [])
    return { ...url, addresses: found.map(({ address }) => address) }
  },
}

// That an attack bites without the guard changes with the programs of the machine, not with ours.
const shortPart = 3

/** All attacks, or every third from a place that differs from run to run. */
const partOf = (attacks: Attack[], isShort: boolean): Attack[] => {
  const first = randomInt(shortPart)
  return isShort ? attacks.filter((_, place) => place % shortPart === first) : attacks
}

/** Runs attacks without the guard, to show that they work, and without the address check. */
const findPlanted = async (stage: Stage, attacks: Attack[], isShort: boolean, testUnjudged: (url: string) => Promise<unknown>) => {
  const shown = partOf(attacks, isShort)
  const toothless: string[] = []
  const wronglyInert: string[] = []
  for (const attack of shown) {
    const isBiting = await bites(stage, attack)
    if (!isBiting && attack.inert === undefined) toothless.push(attack.name)
    if (isBiting && attack.inert !== undefined) wronglyInert.push(attack.name)
  }
  process.stderr.write(`without the guard: ${toothless.length} reached nothing\n`)

  let reachedUnjudged = 0
  for (const { url } of shown) {
    await testUnjudged(url)
    if ((await stage.takeCaught()).some(isForbidden)) reachedUnjudged++
  }
  process.stderr.write(`without the address check: ${reachedUnjudged} reached\n`)
  return { shown: shown.length, toothless, wronglyInert, reachedUnjudged }
}

const run = async (stage: Stage, isShort: boolean, plants: boolean) => {
  const { privateKey } = await generateSshKey()
  const remotesBy = (outbound: Outbound): Remotes =>
    createRemotes({ outbound, caFile: stage.evil.caFile, limits: { askTimeoutMs: 5000, fetchTimeoutMs: 5000 } })
  const remotes = remotesBy(createOutbound({ allowPrivateHosts: [] }))
  const remoteOf = (url: string): Remote => ({
    tenantId: 1,
    url,
    auth: /^\s*https?:/i.test(url) ? { kind: 'token', token: 'token-of-the-trial' } : { kind: 'sshKey', privateKey, hostKeys: [] },
  })
  const attacks = attacksOn({ evil: `https://git.public.test:${stage.evil.port}`, mark: stage.mark, secret: stage.secret })
  const forbidden: string[] = []
  const executed: string[] = []
  const opened: string[] = []
  const problems: string[] = []
  for (const { name, url, mayOpen = false } of attacks) {
    const { connections, isRun, isOpened, problem } = await attempt(stage, remotes, remoteOf(url))
    for (const { address, port } of connections.filter(isForbidden)) forbidden.push(`${name}: ${address} port ${port}`)
    if (isRun) executed.push(name)
    if (isOpened && !mayOpen) opened.push(name)
    if (problem !== null) problems.push(`${name}: ${problem}`)
  }
  process.stderr.write(`${attacks.length} attacks on the guard: ${forbidden.length} forbidden connections\n`)

  const testUnjudged = (url: string): Promise<unknown> => remotesBy(unjudged).testConnection(remoteOf(url))
  const planted = plants ? await findPlanted(stage, attacks, isShort, testUnjudged) : undefined

  const good = await attempt(stage, remotes, remoteOf(stage.evil.urlOf('good.git')))
  const dialled = async (url: string, address: string): Promise<boolean> =>
    (await attempt(stage, remotes, remoteOf(url))).connections.some((caught) => caught.address === address)
  const twins = {
    opened: good.isOpened,
    https: await dialled('https://git.public.test/a', public4),
    https6: await dialled('https://git6.public.test/a', public6),
    ssh: await dialled('ssh://git@git.public.test:2222/a', public4),
    ssh6: await dialled('git@git6.public.test:a', public6),
  }
  const inert = attacks.filter((attack) => attack.inert !== undefined)
  return {
    attacks: attacks.length - inert.length,
    forbidden,
    executed,
    opened,
    problems,
    planted,
    twins,
    inert: [...new Set(inert.map((attack) => attack.inert ?? ''))],
    inertAttacks: inert.length,
  }
}

export type Found = Awaited<ReturnType<typeof run>>

const stage = await createStage()
try {
  process.stdout.write(`${JSON.stringify(await run(stage, process.argv[2] === 'short', process.argv[3] === 'plants'))}\n`)
} finally {
  await stage.close()
}
