import { createGit, createRemotes, generateSshKey, type Remote, type Remotes } from '../../../../apps/server/src/adapters/git/index.ts'
import { createOutbound } from '../../../../apps/server/src/adapters/outbound/index.ts'
import { Failure } from '../../../../apps/server/src/kernel/failure.ts'
import { attacksOn } from './corpus.ts'
import { public4, public6 } from './names.ts'
import { createStage, isForbidden, type Stage } from './stage.ts'

type Outcome = { isOpened: boolean; problem: string | null }

/** A `Failure` is a refusal. Any other error is a defect. */
const outcomeOf = <T>(call: Promise<T>, isOpened: (value: T) => boolean): Promise<Outcome> =>
  call.then(
    (value) => ({ isOpened: isOpened(value), problem: null }),
    (error: unknown) => ({ isOpened: false, problem: error instanceof Failure ? null : String(error) }),
  )

/** Tests and fetches a remote with the product's own code and the system's resolver. */
const attempt = async (stage: Stage, remotes: Remotes, remote: Remote) => {
  const tested = await outcomeOf(remotes.testConnection(remote), ({ isReachable }) => isReachable)
  const target = { gitDir: { path: stage.gitDir, git: createGit() }, branches: 'all', namespace: 'refs/trial/' } as const
  const fetched = await outcomeOf(remotes.fetchInto(remote, target), () => true)
  return {
    connections: await stage.takeConnections(),
    isExecuted: stage.takeMark(),
    isOpened: tested.isOpened || fetched.isOpened,
    problem: tested.problem ?? fetched.problem,
  }
}

const run = async (stage: Stage) => {
  const { privateKey } = await generateSshKey()
  const remotes = createRemotes({
    outbound: createOutbound({ allowPrivateHosts: [] }),
    caFile: stage.evil.caFile,
    limits: { askTimeoutMs: 5000, fetchTimeoutMs: 5000 },
  })
  const attemptOn = (url: string) =>
    attempt(stage, remotes, {
      tenantId: 1,
      url,
      auth: /^\s*https?:/i.test(url) ? { kind: 'token', token: 'token-of-the-trial' } : { kind: 'sshKey', privateKey, hostKeys: [] },
    })
  const attacks = attacksOn({ evil: `https://git.public.test:${stage.evil.port}`, mark: stage.mark, secret: stage.secret })
  const violations: string[] = []
  for (const { name, url, mayOpen = false } of attacks) {
    const { connections, isExecuted, isOpened, problem } = await attemptOn(url)
    for (const { address, port } of connections.filter(isForbidden)) violations.push(`${name}: connected to ${address} port ${port}`)
    if (isExecuted) violations.push(`${name}: started a program`)
    if (isOpened && !mayOpen) violations.push(`${name}: opened a repository`)
    if (problem !== null) violations.push(`${name}: ${problem}`)
  }
  const isDialled = async (url: string, address: string): Promise<boolean> =>
    (await attemptOn(url)).connections.some((connection) => connection.address === address)
  const publicHosts = {
    opened: (await attemptOn(stage.evil.urlOf('good.git'))).isOpened,
    https: await isDialled('https://git.public.test/a', public4),
    https6: await isDialled('https://git6.public.test/a', public6),
    ssh: await isDialled('ssh://git@git.public.test:2222/a', public4),
    ssh6: await isDialled('git@git6.public.test:a', public6),
  }
  return { attacks: attacks.length, violations, publicHosts }
}

export type Report = Awaited<ReturnType<typeof run>>

const stage = await createStage()
try {
  process.stdout.write(`${JSON.stringify(await run(stage))}\n`)
} finally {
  await stage.close()
}
