import type { DashboardBootstrap } from '@facet/contract'
import { EmbedError, problemOf } from '@facet/embed/page'

/** The first answer. One that was lost on its way may have used the session up, which the next try tells (`session_used`). */
export const readBootstrap = async (asked: Promise<Response>): Promise<DashboardBootstrap> => {
  const lost = (cause: unknown): never => {
    throw new EmbedError({ code: 'offline', message: 'The answer of the service did not arrive.', retryable: true }, cause)
  }
  const response = await asked.catch(lost)
  if (response.ok) return (await response.json().catch(lost)) as DashboardBootstrap
  throw new EmbedError(problemOf(response.status, await response.json().catch(() => undefined)))
}
