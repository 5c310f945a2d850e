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
 * Sends a live embed token to every operation that does not accept embed tokens. The same request with an administrator's key must not be
 * refused, which shows that the credential was the reason.
 */
export const askEverywhere = async ({ processes, own }: Stage): Promise<Everywhere> => {
  const [process] = processes
  const token = await own.token(process)
  const found: Everywhere = { operations: 0, refused: 0, accepted: [], twinRefused: [] }
  const closed = Object.entries<OperationShape>(operations).flatMap(([id, operation]) => {
    // From the hand-written table of permissions, because the contract may accept embed tokens by mistake.
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
