import { createListener } from '#db'
import { repeat } from '#kernel/repeat'
import type { Engines, EnvironmentId } from '../engines/index.ts'
import { type FindServed, isSame } from './served-builds.ts'

export type FollowedBuilds = {
  /** Looks now, at all that runs. */
  poll: () => Promise<void>
  stop: () => Promise<void>
}

export type FollowOptions = {
  url: string
  engines: Pick<Engines, 'list' | 'refresh'>
  findServed: FindServed
  onProblem: (error: unknown) => void
  everyMs?: number
}

const noticeOf = (payload: string | undefined): EnvironmentId | null => {
  const { tenantId, deploymentId, environmentId } = JSON.parse(payload || '{}') as Partial<EnvironmentId>
  return tenantId && deploymentId && environmentId ? { tenantId, deploymentId, environmentId } : null
}

/** Has engines switch when another build is activated: notices for speed, polling for certainty and for builds that did not start. */
export const followBuilds = async ({ url, engines, findServed, onProblem, everyMs = 5000 }: FollowOptions): Promise<FollowedBuilds> => {
  // A switch takes as long as a start: what else changes meanwhile does not wait for it.
  const refresh = (environment: EnvironmentId): void => void engines.refresh(environment).catch(onProblem)

  const poll = async (): Promise<void> => {
    const running = engines.list().filter(({ status }) => status === 'ready')
    if (running.length === 0) return
    const served = await findServed(running)
    for (const process of running) {
      const spec = served.find((other) => isSame(process, other))
      if (spec?.buildId !== process.buildId) refresh(process)
    }
  }

  const listener = createListener(url, 'facet_engines', (payload) => {
    try {
      const environment = noticeOf(payload)
      if (environment) refresh(environment)
    } catch (error) {
      onProblem(error)
    }
  })

  await listener.ensure().catch(onProblem)
  const repetitions = [listener.ensure, poll].map((work) => repeat(everyMs, work, onProblem))
  return {
    poll,
    stop: async () => {
      // Not waited for: a turn under way may be waiting for a database that is away.
      for (const repetition of repetitions) void repetition.stop()
      await listener.close()
    },
  }
}
