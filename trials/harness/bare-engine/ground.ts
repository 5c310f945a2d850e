import { randomBytes } from 'node:crypto'
import { serveModel, type ServedModel } from '../../claims/isolation/isolation/deployment.ts'
import { createWarehouse } from '../../claims/isolation/isolation/warehouse.ts'
import { startTrialStack, type TrialStack } from '../stack.ts'
import { type BareEngine, openBareEngine } from './bare-engine.ts'
import type { ModelFile } from './model.ts'

/** The product with a warehouse, and the upstream engine for the same warehouse. */
export type StartGround = {
  stack: TrialStack
  bare: BareEngine
  secret: string
  serve: (name: string, files: readonly ModelFile[]) => Promise<ServedModel>
}

export const onStartGround = async <T>(work: (ground: StartGround) => Promise<T>): Promise<T> => {
  await using open = new AsyncDisposableStack()
  const secret = randomBytes(32).toString('hex')
  const stack = await startTrialStack({ FACET_LOG_LEVEL: 'warn' })
  open.defer(stack.close)
  const warehouse = await createWarehouse((database) => Object.assign(new URL(stack.postgresUrl), { pathname: `/${database}` }).href)
  open.defer(warehouse.close)
  const bare = await openBareEngine(secret, warehouse.variables)
  open.defer(bare.close)
  const variables = [...warehouse.variables, { name: 'CUBEJS_API_SECRET', value: secret }]
  return await work({ stack, bare, secret, serve: (name, files) => serveModel(stack, { variables }, name, [...files]) })
}
