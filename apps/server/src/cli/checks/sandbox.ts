import { describeWall, openSandbox } from '#adapters/sandbox'
import type { Config } from '#context'
import { type Check, TransientProblem } from '#kernel/check'
import { leavingNoFolders } from '#kernel/folders'

/** What builds and serves data models needs it; everything else is served without. */
export const sandboxCheck = ({ mode, sandbox, runFolder, git }: Config): Check => ({
  name: 'sandbox',
  startsAfter: ['database', 'schema'],
  dependsOn: ['limits on children', 'control groups'],
  run: () =>
    leavingNoFolders([runFolder], async () => {
      const options = { mode: sandbox, runFolder, cgroup: git.cgroup, mayRunBare: mode === 'development' }
      const { walls, close } = await openSandbox(options).catch((error: unknown) => {
        throw error instanceof Error ? new TransientProblem(error) : error
      })
      await close()
      const missing = walls.filter(({ isUp }) => !isUp)
      if (missing.length > 0) return { warning: `degraded: it lacks ${missing.map(describeWall).join('. It lacks ')}.` }
      return `every wall is up; memory is ${walls.find(({ name }) => name === 'memory')?.reason}`
    }),
})
