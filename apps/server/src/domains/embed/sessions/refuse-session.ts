import type { GenerateSession } from '@facet/contract'
import type { Context } from '#context'
import { requireMintedDeployment } from './require-minter.ts'
import { failureFor, type SessionProblem } from './session-problem.ts'

/** An unknown deployment is told before anything else that is wrong, without a look-up when nothing is. */
export const refuse = async (
  context: Pick<Context, 'db' | 'caller'>,
  body: GenerateSession,
  problems: [SessionProblem, ...SessionProblem[]],
): Promise<never> => {
  await requireMintedDeployment(context, body.deploymentId)
  throw failureFor(problems)
}
