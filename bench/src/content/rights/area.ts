import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { callNames, operationOf } from './calls.ts'

const contract = join(import.meta.dirname, '../../../../packages/contract/src/content')

/** Every operation of the area, as its files in the contract have them: nobody has to remember to name a new one here. */
export const listAreaOperations = async (): Promise<OperationId[]> => {
  const files = globSync('*.ts', { cwd: contract }).toSorted()
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(join(contract, file)).href)) as Record<string, unknown>),
  )
  const known = new Set<unknown>(Object.values<OperationShape>(operations).map(({ id }) => id))
  const names = modules.flatMap((module) => Object.keys(module))
  return names.filter((name): name is OperationId => known.has(name))
}

/**
 * What is answered by these depends on everything that the caller has, so that no single verdict fits: lists of what is broken and archives
 * show nothing that the caller does not see, and repairs and imports change nothing that it may not edit.
 */
const overall = new Set([
  'GET /api/v1/deployments/{deploymentId}/content/problems',
  'POST /api/v1/deployments/{deploymentId}/content/repairs',
  'GET /api/v1/deployments/{deploymentId}/content/export',
  'POST /api/v1/deployments/{deploymentId}/content/import',
])

const addressOf = (id: OperationId): string => `${operations[id].method} ${operations[id].path}`

export const listOverall = async (): Promise<OperationId[]> => (await listAreaOperations()).filter((id) => overall.has(addressOf(id)))

/** Operations that nothing is expected of: whoever adds one says here who may call it. */
export const listUnexpected = async (): Promise<OperationId[]> => {
  const expected = new Set(callNames.map(operationOf))
  return (await listAreaOperations()).filter((id) => !expected.has(id) && !overall.has(addressOf(id)))
}
