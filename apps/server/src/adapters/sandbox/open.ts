import { realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openChildGroups, outsidePath } from '#adapters/children'
import { spaces } from './arguments.ts'
import { launchBare } from './bare.ts'
import { hear } from './hear.ts'
import { launch } from './launch.ts'
import type { Launched } from './launched.ts'
import { findProgram } from './probe.ts'
import { findProcessGroups } from './process-groups.ts'
import { noBubblewrap, type Raised, raiseWalls } from './raise-walls.ts'
import { checkRunFolder, makeOwnerFolder } from './run-folder.ts'
import type { Sandbox, SandboxCommand } from './sandbox.ts'
import { makeEtc, systemArguments, writeFilters } from './system.ts'
import { installBubblewrap, missingWalls } from './walls.ts'

export type SandboxMode = 'required' | 'degraded'

export type SandboxOptions = {
  mode: SandboxMode
  /** Short, for socket files; made if it is absent, and ours alone. */
  runFolder: string
  /** Control groups, version 2, that were delegated to this process. */
  cgroup: string | null
  bwrap?: string
  /** In development: where there is no bubblewrap at all, programs run under limits alone. */
  mayRunBare?: boolean
  /** Hears what went wrong when something that has ended was cleared away. */
  onProblem?: (problem: unknown) => void
}

const ignore = (): void => undefined

const counter = (): (() => number) => {
  let last = 0
  return () => ++last
}

const raise = async (options: SandboxOptions, owner: { name: string; folder: string }): Promise<Raised> => {
  const bwrap = options.bwrap ?? findProgram('bwrap')
  const prlimit = findProgram('prlimit', '/usr/bin:/bin')
  if (process.platform !== 'linux')
    return { options: null, walls: [noBubblewrap(`there is none for ${process.platform}`, 'run facet on Linux')] }
  if (bwrap === null || findProgram(bwrap, '/') === null)
    return { options: null, walls: [noBubblewrap(`it is not in ${outsidePath.replaceAll(':', ', ')}`, installBubblewrap)] }
  if (prlimit === null) return { options: null, walls: [noBubblewrap('prlimit is not in /usr/bin', 'install the package util-linux')] }
  const etc = join(owner.folder, 'etc')
  makeEtc(etc)
  const groups = options.cgroup === null ? await findProcessGroups() : await openChildGroups(options.cgroup)
  return raiseWalls({
    ...{ bwrap, prlimit, groups, ...owner, next: counter(), tell: options.onProblem ?? ignore },
    filters: writeFilters(etc),
    ground: { spaces, system: systemArguments(etc, realpathSync(process.execPath)), hosts: join(etc, 'hosts') },
  })
}

const refuseMissing = ({ mode, mayRunBare = false }: SandboxOptions, { options, walls }: Raised): void => {
  if (mode === 'required' && walls.some(({ isUp }) => !isUp))
    throw missingWalls(walls, 'FACET_SANDBOX=degraded goes on without what is missing: only where every model is trusted.')
  if (options === null && !mayRunBare)
    throw missingWalls(walls, 'Without bubblewrap nothing is run in production, whatever FACET_SANDBOX says.')
}

const sandboxOf = ({ options, walls }: Raised, folder: string, tell: (problem: unknown) => void): Sandbox => {
  const live = new Set<Launched>()
  const begin = async (command: SandboxCommand): Promise<Launched> => {
    const launched = await (options ? launch(options, command) : launchBare(command, tell))
    live.add(launched)
    const forget = (): void => void live.delete(launched)
    launched.gone.then(forget, forget)
    return launched
  }
  return {
    walls,
    start: async (command) => {
      const { child, started, end, gone } = await begin(command)
      child.stdin.on('error', () => undefined)
      child.stdin.end()
      await started
      return {
        ...{ pid: child.pid ?? 0, stdout: child.stdout, stderr: child.stderr, exited: gone },
        end: async () => {
          end()
          await gone
        },
      }
    },
    run: async (call) => {
      call.signal?.throwIfAborted()
      return hear(await begin(call), call)
    },
    close: async () => {
      for (const { end } of live) end()
      await Promise.allSettled([...live].map(({ gone }) => gone))
      await options?.groups?.close?.()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens the way to run programs that are nobody's to trust. Which walls there are is found by trying, once. */
export const openSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  await checkRunFolder(options.runFolder)
  const owner = await makeOwnerFolder(options.runFolder)
  try {
    const raised = await raise(options, owner)
    refuseMissing(options, raised)
    return sandboxOf(raised, owner.folder, options.onProblem ?? ignore)
  } catch (error) {
    await rm(owner.folder, { recursive: true, force: true })
    throw error
  }
}
