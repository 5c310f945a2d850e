import { openSandbox, type Sandbox } from '#adapters/sandbox'
import type { BaseConfig } from '#config'
import type { ModelingSettings } from '#settings/modeling'

export type LazySandbox = Pick<Sandbox, 'run' | 'start' | 'close'>

/**
 * Opened by whoever first needs it: finding out which walls there are starts processes. Where all of them are required it is opened at
 * once, so that a process which lacks one does not start.
 */
export const openLazySandbox = async (
  { sandbox, runFolder, mode, git }: BaseConfig & Pick<ModelingSettings, 'git'>,
  { isNeeded }: { isNeeded: boolean },
): Promise<LazySandbox> => {
  let opening: Promise<Sandbox> | undefined
  const open = (): Promise<Sandbox> => {
    opening ??= openSandbox({ mode: sandbox, runFolder, cgroup: git.cgroup, mayRunBare: mode === 'development' }).catch(
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
  if (isNeeded && sandbox === 'required') await open()
  return {
    run: async (command) => (await open()).run(command),
    start: async (command) => (await open()).start(command),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}
