import type { Logger } from '#adapters/log'
import { openSandbox, type Sandbox } from '#adapters/sandbox'
import type { BaseConfig } from '#config'
import type { ModelingSettings } from '#settings/modeling'

export type LazySandbox = Pick<Sandbox, 'run' | 'start' | 'close'> & { raiseRequired: () => Promise<void> }

/**
 * Opened by whoever first needs it: finding out which walls there are starts processes. Where all of them are required, a process that
 * runs engines raises them before it counts as started, so that one which lacks a wall ends.
 */
export const createLazySandbox = (
  { sandbox, runFolder, mode, git }: BaseConfig & Pick<ModelingSettings, 'git'>,
  { isNeeded, log }: { isNeeded: boolean; log: Logger },
): LazySandbox => {
  let opening: Promise<Sandbox> | undefined
  const open = (): Promise<Sandbox> => {
    const options = { mode: sandbox, runFolder, cgroup: git.cgroup, mayRunBare: mode === 'development' }
    const onProblem = (err: unknown): void => log.error({ err }, 'something of a sandbox that has ended is left')
    opening ??= openSandbox({ ...options, onProblem }).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    run: async (command) => (await open()).run(command),
    start: async (command) => (await open()).start(command),
    raiseRequired: async () => {
      if (isNeeded && sandbox === 'required') await open()
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}
