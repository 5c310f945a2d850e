import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { whoMay } from '@facet/contract/who-may'
import type { Stage } from './stage.ts'

export type Everywhere = { operations: number; refused: number; accepted: string[]; twinRefused: string[] }

const nobody = '999999999'

const pathOf = (operation: OperationShape, deploymentId: number | string): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'deploymentId') return String(deploymentId)
    const example = (operation.example.params as Record<string, unknown> | undefined)?.[name]
    return typeof example === 'number' ? nobody : encodeURIComponent(String(example))
  })

/**
 * A live token on every operation that does not name embed tokens. Where it is refused, an administrator's key is not, on the
 * same request: it is the credential that is refused and not the request.
 */
export const askEverywhere = async ({ processes, own }: Stage): Promise<Everywhere> => {
  const [process] = processes
  const token = await own.token(process)
  const found: Everywhere = { operations: 0, refused: 0, accepted: [], twinRefused: [] }
  const closed = Object.entries<OperationShape>(operations).flatMap(([id, operation]) => {
    // By the second table of rights: one that the contract opened by mistake is no less closed.
    const { credentials } = whoMay[id as OperationId]
    return credentials.length > 0 && !credentials.includes('embed') ? [operation] : []
  })
  for (const operation of closed) {
    const body = operation.body ? operation.example.body : undefined
    const ask = (credential: string, deploymentId: number | string) =>
      own.ask(process, {
        method: operation.method,
        path: pathOf(operation, deploymentId),
        authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { body }),
      })
    found.operations++
    const { status } = await ask(token, own.deploymentId)
    if (status === 401 || status === 403) found.refused++
    else found.accepted.push(`${operation.id}: ${status}`)
    const twin = await ask(own.tenant.adminKey, nobody)
    if (twin.status === 401 || twin.status === 403) found.twinRefused.push(`${operation.id}: ${twin.status} ${twin.code}`)
  }
  return found
}
