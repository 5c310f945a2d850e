import { createLog } from '#adapters/log'
import { type Config, type RoleName, roleNames } from '#config'
import { startApi } from '#roles/api'
import { startAuthoring } from '#roles/authoring'
import { openServices } from '#roles/services'

export const rolesFrom = (text: string | undefined): RoleName[] => {
  if (text === undefined) return [...roleNames]
  return text.split(',').map((name) => {
    const role = roleNames.find((known) => known === name.trim())
    if (!role) throw new Error(`--roles: there is no role "${name}". Known: ${roleNames.join(', ')}.`)
    return role
  })
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

/**
 * Runs the named roles until the signal; then they drain and close, and the ground under them last. All roles there are stand
 * behind one listener.
 */
export const serve = async (config: Config, chosen: RoleName[], signal: AbortSignal): Promise<void> => {
  const log = createLog(config.logLevel)
  const { services, stop } = await openServices(config, log, chosen)
  let refusal: string | undefined
  try {
    const running = await startApi(services)
    const authoring = chosen.includes('authoring') ? startAuthoring(services) : null
    try {
      log.info({ roles: chosen, address: running.address, adminAddress: running.adminAddress }, 'serving')
      refusal = await Promise.race([services.ledger.stale, aborted(signal)])
      if (refusal !== undefined) log.fatal(refusal)
      log.info('stopping: requests under way are answered first')
    } finally {
      await authoring?.stop()
      await running.stop()
    }
  } finally {
    await stop()
  }
  log.info('stopped')
  log.flush()
  if (refusal !== undefined) throw new Error(refusal)
}
