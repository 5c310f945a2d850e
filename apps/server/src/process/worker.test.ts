import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createLog } from '#adapters/log'
import type { RoleName } from '#config'
import { cloneDatabase, openRelay, ownTemporal, pollersOf, send, testConfig, workflowBundle } from '#test'
import { startRoles } from './roles.ts'
import { openServices } from './services.ts'

const patience = { timeout: 30_000, interval: 50 }

const start = async (settings: Record<string, string>, roles: readonly RoleName[]) => {
  const logs: string[] = []
  const database = await cloneDatabase(inject('postgresUrl'))
  const log = createLog('info', { write: (line) => void logs.push(line) })
  const { services, tasks, stop } = await openServices(testConfig(database.serviceUrl, settings), log, roles)
  const running = await startRoles(services, tasks, roles, { workflowBundle: await workflowBundle('product') })
  let stopped: Promise<void> | undefined
  const end = (): Promise<void> => {
    stopped ??= running.stop().then(stop).then(database.drop)
    return stopped
  }
  onTestFinished(end)
  return { services, running, logs, end }
}

describe('a process of the role worker', () => {
  it('takes work from Temporal under its own name, and none once it is stopped', async () => {
    const { address, namespace } = await ownTemporal()
    const { services, running, end } = await start({ FACET_TEMPORAL_ADDRESS: address, FACET_TEMPORAL_NAMESPACE: namespace }, ['worker'])
    // Until the namespace is known everywhere, nobody can be asked about it.
    const pollers = () => pollersOf({ address, namespace, tls: null }).catch(() => [])

    expect(running.api).toBeNull()
    await expect.poll(pollers, patience).toContain(services.nodeId)
    await end()
  })

  it('without Temporal does everything else, and says that long work is off', async () => {
    const { running, logs } = await start({}, ['worker', 'api'])

    expect(logs.join('')).toContain('long work is off')
    const { body } = await send(`${running.api?.address ?? ''}/readyz`)
    expect(JSON.stringify(body)).not.toContain('long work')
  })
})

describe('readiness', () => {
  it('tells that Temporal is away, and does not depend on it', async () => {
    const { address, namespace } = await ownTemporal()
    const relay = await openRelay(`http://${address}`)
    onTestFinished(() => relay.close())
    const settings = { FACET_TEMPORAL_ADDRESS: new URL(relay.url).host, FACET_TEMPORAL_NAMESPACE: namespace }
    const { running, services } = await start(settings, ['api'])
    const longWork = async () => {
      const { status, body } = await send(`${running.api?.address ?? ''}/readyz`)
      return [status, (body as { checks: { name: string; isOk: boolean }[] }).checks.find(({ name }) => name === 'long work')?.isOk]
    }

    await expect.poll(longWork, patience).toEqual([200, true])
    await relay.shut()
    await expect.poll(longWork, patience).toEqual([200, false])
    expect(services.longWork.wasUp()).toBe(false)
  })
})
