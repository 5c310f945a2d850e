import { type OperationId, type OperationShape, operations } from '@facet/contract'
import { whoMay } from '@facet/contract/who-may'
import type { Call, Targets } from './call.ts'
import { deriveCalls } from './derived-calls.ts'
import { specialCalls } from './special-calls.ts'

const depthOf = ({ path }: OperationShape): number => path.split('/').length

/** Deletions last, the deepest first: what a call acts on is still there. */
const inOrder = Object.values<OperationShape>(operations).toSorted((one, other) => {
  const [isOneDeleting, isOtherDeleting] = [one, other].map(({ method }) => method === 'DELETE')
  if (isOneDeleting !== isOtherDeleting) return isOneDeleting ? 1 : -1
  return isOneDeleting ? depthOf(other) - depthOf(one) : 0
})

/** Calls of every operation: those that special-calls.ts has for it, or else those that follow from its contract. */
export const callsOn = (targets: Targets): Call[] =>
  inOrder.flatMap((shape) => {
    const operation = shape.id as OperationId
    const calls = specialCalls[operation]?.(targets) ?? deriveCalls(shape, whoMay[operation], targets)
    return calls.map((call) => ({ operation, ...call }))
  })
