import { createLog } from '#adapters/log'
import { type Config, type RoleName, roleNames } from '#config'
import { type RunningRole, startApi } from '#roles/api'
import { openServices } from '#roles/services'

const roles = { api: startApi } satisfies Record<RoleName, unknown>

export const rolesFrom = (text: string | undefined): RoleName[] => {
  if (text === undefined) return [...roleNames]
  return text.split(',').map((name) => {
    const role = roleNames.find((known) => known === name.trim())
    if (!role) throw new Error(`--roles: there is no role "${name}". Known: ${roleNames.join(', ')}.`)
    return role
  })
}

/** Runs the named roles until the signal; then each drains and closes, and the ground under them last. */
export const serve = async (config: Config, chosen: RoleName[], signal: AbortSignal): Promise<void> => {
  const log = createLog(config.logLevel)
  const { services, stop } = await openServices(config, log, chosen)
  const running: RunningRole[] = []
  try {
    for (const role of chosen) {
      const started = await roles[role](services)
      log.info({ role, address: started.address, adminAddress: started.adminAddress }, 'serving')
      running.push(started)
    }
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
    log.info('stopping: requests under way are answered first')
  } finally {
    for (const role of running.toReversed()) await role.stop()
    await stop()
  }
  log.info('stopped')
  log.flush()
}
