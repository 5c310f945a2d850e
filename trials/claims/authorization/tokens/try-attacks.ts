import type { FacetProcess } from '../../../harness/installation.ts'
import type { Attack } from './attacks.ts'
import type { Stage } from './stage.ts'

export type Tried = { accepted: string[]; oddAnswers: string[]; twinsAccepted: number }

// Larger headers are refused with 431 or by closing the connection.
const maxHeaderLength = 8192

/** Sends every forged token and its valid counterpart to one process. */
export const tryAttacks = async ({ own }: Stage, process: FacetProcess, attacks: readonly Attack[]): Promise<Tried> => {
  const tried: Tried = { accepted: [], oddAnswers: [], twinsAccepted: 0 }
  for (const { name, token, twin } of attacks) {
    const { status, code } = await own.use(process, token)
    if (status === 200) tried.accepted.push(name)
    else if (status !== 401 && !(token.length > maxHeaderLength && (status === 431 || status === 0)))
      tried.oddAnswers.push(`${name}: ${status} ${code}`)
    if ((await own.use(process, twin)).status === 200) tried.twinsAccepted++
  }
  return tried
}
