import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type Client, createClient } from '@facet/client'
import { type Demo, type Stack, type StackSecrets, writeStack } from '../state.ts'
import { awaitBuild } from './build.ts'
import { addCompanies } from './companies.ts'
import { publishDemoDashboard } from './dashboard/publish.ts'
import { demoModel } from './model.ts'
import { startShop } from './shop/start.ts'
import { uploadModel } from './upload.ts'
import { fillWarehouse, warehouseVariables } from './warehouse.ts'

const isThere = (client: Client, deploymentId: number): Promise<boolean> =>
  client.getDeployment({ params: { deploymentId } }).then(
    () => true,
    () => false,
  )

/** Written down at once: a start that was interrupted goes on with the same deployment. */
const deploymentOf = async (stack: Stack, client: Client): Promise<Demo> => {
  if (stack.demo && (await isThere(client, stack.demo.deploymentId))) return stack.demo
  const { id, deploymentUrl } = await client.createDeployment({
    body: { name: 'Demo', cloudProvider: 'cubecloud', isManaged: true, region: 'local', targetPlatform: 'aws', creationStep: 'demo' },
  })
  // The address is told for the port it has now; the next start may have another.
  stack.demo = { deploymentId: id, path: new URL(deploymentUrl).pathname, isBuilt: false }
  writeStack(stack)
  return stack.demo
}

/** A warehouse with two companies' orders, a deployment that reads it, and what the sessions of their users need. */
export const addDemo = async (stack: Stack, keeping: StackSecrets, say: (line: string) => void): Promise<void> => {
  if (stack.caFile) setDefaultCACertificates([...getCACertificates('default'), readFileSync(stack.caFile, 'utf8')])
  say('filling the demo warehouse …')
  await fillWarehouse(stack.postgresUrl, keeping.warehousePassword)
  const client = createClient({ baseUrl: stack.baseUrl, key: stack.adminKey })
  const api = { client, baseUrl: stack.baseUrl, key: stack.adminKey }
  const demo = await deploymentOf(stack, client)
  const { deploymentId } = demo
  await client.setEnvVariables({
    params: { deploymentId },
    body: { env_variables: warehouseVariables(stack.postgresUrl, keeping.warehousePassword) },
  })
  await addCompanies(client, deploymentId)
  const commit = await uploadModel(api, deploymentId, demoModel())
  say('building the data model of the demo …')
  const build = await awaitBuild(api, deploymentId, commit)
  if (!build.isBuilt) say(`it is not built, so the demo answers no queries: ${build.reason}`)
  stack.demo = { ...demo, isBuilt: build.isBuilt }
  writeStack(stack)
  say('publishing the dashboard of the demo, and starting the page that shows it …')
  await startShop(stack, keeping, client, await publishDemoDashboard(client, deploymentId))
}
