import { randomBytes } from 'node:crypto'
import type { Settings } from '../installation.ts'
import { startTrialStack, type TrialStack } from '../stack.ts'
import { serveModel, type ServedModel } from '../../claims/isolation/isolation/deployment.ts'
import { createWarehouse, type Warehouse } from '../../claims/isolation/isolation/warehouse.ts'
import { type Bare, openBare } from './bare-engine.ts'
import type { ModelFile } from './model.ts'

/** The product with a warehouse, and the engine by itself on the same one. */
export type StartGround = {
  stack: TrialStack
  warehouse: Warehouse
  bare: Bare
  secret: string
  serve: (name: string, files: readonly ModelFile[]) => Promise<ServedModel>
  close: () => Promise<void>
}

const urlsOf =
  (postgresUrl: string) =>
  (database: string, user?: string, password?: string): string => {
    const url = new URL(postgresUrl)
    url.pathname = `/${database}`
    if (user !== undefined) url.username = user
    if (password !== undefined) url.password = password
    return url.href
  }

export const openStartGround = async (settings: Settings = {}): Promise<StartGround> => {
  const secret = randomBytes(32).toString('hex')
  const stack = await startTrialStack({ FACET_LOG_LEVEL: 'warn', ...settings })
  const closers: (() => Promise<void>)[] = [stack.close]
  const close = async (): Promise<void> => {
    for (const end of closers.toReversed()) await end()
  }
  try {
    const warehouse = await createWarehouse(urlsOf(stack.postgresUrl))
    closers.push(warehouse.close)
    const bare = await openBare(secret, warehouse.variables)
    closers.push(bare.close)
    const variables = [...warehouse.variables, { name: 'CUBEJS_API_SECRET', value: secret }]
    return { stack, warehouse, bare, secret, serve: (name, files) => serveModel(stack, { variables }, name, [...files]), close }
  } catch (error) {
    await close()
    throw error
  }
}
