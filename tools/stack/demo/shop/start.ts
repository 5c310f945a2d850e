import { join } from 'node:path'
import type { Client } from '@facet/client'
import { isAnswering } from '../../answering.ts'
import { isFree, nextFreePort } from '../../ports.ts'
import { isRunning, startDetached, stopProcess, until } from '../../processes.ts'
import { folder, root, type Stack, type StackSecrets, writeKeeping, writeStack } from '../../state.ts'
import { companies } from '../companies.ts'

const firstPort = 4100
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

/** Starts the page of the made-up shop, on the port it had before where that is free. */
export const startShop = async (stack: Stack, keeping: StackSecrets, client: Client, publicId: string): Promise<void> => {
  const { demo } = stack
  if (!demo) throw new Error('The demo has no deployment yet.')
  const before = demo.shop
  if (before && isRunning(before.server)) await stopProcess(before.server)
  const wanted = before ? Number(new URL(before.url).port) : firstPort
  // Of a process that has just ended, threads may hold it a moment longer.
  await until('the port of the page becoming free', 2000, () => isFree(wanted)).catch(() => undefined)
  const port = await nextFreePort(wanted)
  const url = `http://localhost:${port}`
  await allowOrigin(client, url)
  const key = await mintKeyOf(client, keeping, demo.deploymentId)
  demo.shop = { url, publicId, server: null }
  // The page reads it when it starts.
  writeStack(stack)
  const env = {
    PATH: process.env['PATH'] ?? '',
    FACET_STACK_FOLDER: folder,
    FACET_DEMO_MINT_KEY: key,
    ...(stack.caFile ? { NODE_EXTRA_CA_CERTS: stack.caFile } : {}),
  }
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]
  demo.shop.server = startDetached(command, env, join(folder, 'shop.log'), root)
  writeStack(stack)
  const { server } = demo.shop
  await until('the page of the demo answering', 30_000, async () => {
    const isUp = await isAnswering(port)
    if (!isRunning(server)) throw new Error('The page of the demo stopped at once; the end of .stack/shop.log says why.')
    return isUp
  })
}
