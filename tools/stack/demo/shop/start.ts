import { join } from 'node:path'
import type { Client } from '@facet/client'
import { isFree, nextFreePort } from '../../ports.ts'
import { isRunning, startDetached, stopProcess, until } from '../../processes.ts'
import { type Demo, folder, root, type Stack, type StackSecrets, type StartedProcess, writeKeeping, writeStack } from '../../state.ts'
import { companies } from '../companies.ts'

const firstPort = 4100
const urlAt = (port: number): string => `http://localhost:${port}`

/** Chosen before the service starts, whose start page links to it. */
export const chooseDemoUrl = async (): Promise<string> => urlAt(await nextFreePort(firstPort))
const accountName = 'demo-shop'

const serviceAccount = async (client: Client): Promise<number> => {
  for await (const { id, name } of client.items('listServiceAccounts')) if (name === accountName) return id
  return (await client.createServiceAccount({ body: { name: accountName, role: 'Admin' } })).id
}

/** As a product would have one: it mints for these two companies and does nothing else. */
const mintKeyOf = async (client: Client, keeping: StackSecrets, deploymentId: number): Promise<string> => {
  if (keeping.demoMintKey?.deploymentId === deploymentId) return keeping.demoMintKey.key
  const { secret } = await client.createApiKey({
    body: {
      name: accountName,
      serviceAccountId: await serviceAccount(client),
      preset: 'mint-only',
      deploymentIds: [deploymentId],
      embedTenants: companies.map(({ embedTenantName }) => embedTenantName),
    },
  })
  writeKeeping({ ...keeping, demoMintKey: { deploymentId, key: secret } })
  return secret
}

const allowOrigin = async (client: Client, origin: string): Promise<void> => {
  const { embedOrigins } = await client.getTenantSettings()
  if (!embedOrigins.includes(origin)) await client.updateTenantSettings({ body: { embedOrigins: [...embedOrigins, origin] } })
}

type Shop = { publicId: string; key: string }

const startOn = (stack: Stack, demo: Demo, { publicId, key }: Shop, port: number): StartedProcess => {
  demo.shop = { url: urlAt(port), publicId, server: null }
  // The page reads it when it starts.
  writeStack(stack)
  const env = {
    PATH: process.env['PATH'] ?? '',
    FACET_STACK_FOLDER: folder,
    FACET_DEMO_MINT_KEY: key,
    ...(stack.caFile ? { NODE_EXTRA_CA_CERTS: stack.caFile } : {}),
  }
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]
  const server = startDetached(command, env, join(folder, 'shop.log'), root)
  demo.shop.server = server
  writeStack(stack)
  return server
}

/** Whether this dashboard is shown there: the page of another stack may be what answers. */
const isShown = (port: number, publicId: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`)
    .then((response) => response.text())
    .then(
      (html) => html.includes(publicId),
      () => false,
    )

/** Whether it came up: the port may have been taken by another stack in the same moment. */
const hasStarted = async (server: StartedProcess, port: number, publicId: string): Promise<boolean> => {
  let isUp = false
  await until('the page of the demo answering', 120_000, async () => {
    isUp = await isShown(port, publicId)
    return isUp || !isRunning(server)
  })
  return isUp
}

const startFrom = async (stack: Stack, demo: Demo, shop: Shop, wanted: number, attempts: number): Promise<string> => {
  const port = await nextFreePort(wanted)
  if (await hasStarted(startOn(stack, demo, shop, port), port, shop.publicId)) return urlAt(port)
  if (attempts <= 1) throw new Error('The page of the demo stopped at once; the end of .stack/shop.log says why.')
  return startFrom(stack, demo, shop, port + 1, attempts - 1)
}

/** Starts the page of the made-up shop, on the port it had before where that is free. */
export const startShop = async (stack: Stack, keeping: StackSecrets, client: Client, publicId: string): Promise<void> => {
  const { demo } = stack
  if (!demo) throw new Error('The demo has no deployment yet.')
  const before = demo.shop
  if (before && isRunning(before.server)) await stopProcess(before.server)
  const wanted = Number(new URL(before?.url ?? stack.demoUrl ?? urlAt(firstPort)).port)
  // Of a process that has just ended, threads may hold it a moment longer.
  await until('the port of the page becoming free', 2000, () => isFree(wanted)).catch(() => undefined)
  const key = await mintKeyOf(client, keeping, demo.deploymentId)
  await allowOrigin(client, await startFrom(stack, demo, { publicId, key }, wanted, 5))
}
