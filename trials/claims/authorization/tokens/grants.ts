import { randomUUID } from 'node:crypto'
import type { Answer } from '../../../harness/caller.ts'
import { newDeployment, placeOf } from '../../../harness/embedding.ts'
import { pause } from '../../../harness/numbers.ts'
import { partsOf, signed } from './forge.ts'
import type { Stage } from './stage.ts'

/** The status of a token that must be refused, and of its valid counterpart. */
export type Judged = { name: string; refused: number; twin: number }

const isRefusal = (status: number): boolean => status === 401 || status === 403 || status === 404

/** Whether every token was refused and every counterpart accepted. */
export const areRefused = (judged: readonly Judged[]): boolean => judged.every(({ refused, twin }) => isRefusal(refused) && twin === 200)

const farAway = 9_999_999_999

/** Uses tokens signed with the stolen key after their grant ended. The row of the grant decides, not the claims. */
export const judgeGrants = async ({ installation, processes, own, other, signingKey }: Stage): Promise<Judged[]> => {
  const [process] = processes
  const { key } = await signingKey(own)
  const make = async () => {
    const sessionId = await own.session(process)
    const { body } = await own.exchange(process, sessionId)
    const token = String(body['token'])
    const { header, claims } = partsOf(token)
    return { sessionId, token, anew: (extra: object): string => signed(header, { ...claims, ...extra }, key) }
  }
  const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status
  const use = (token: string): Promise<number> => statusOf(own.use(process, token))
  const judged: Judged[] = []

  const expired = await make()
  const livelyTwin = await use((await make()).anew({}))
  await installation.sql('update embed_grants set expires_at = clock_timestamp() where id = $1', [placeOf(expired.sessionId).id])
  judged.push({ name: 'grant ended, token says far away', refused: await use(expired.anew({ exp: farAway })), twin: livelyTwin })
  const [moved] = await installation.sql<{ exp: number }>(
    'select floor(extract(epoch from expires_at))::int as exp from embed_grants where id = $1',
    [placeOf(expired.sessionId).id],
  )
  judged.push({ name: 'grant ended, token says so', refused: await use(expired.anew({ exp: moved?.exp })), twin: livelyTwin })

  const revoked = await make()
  const before = await use(revoked.token)
  const { bucket, id } = placeOf(revoked.sessionId)
  await installation.client(process, own.tenant).revokeEmbedSession({ params: { embedSessionId: `${bucket}-${id}` } })
  await pause(1200)
  judged.push({ name: 'grant revoked', refused: await use(revoked.token), twin: before })
  judged.push({ name: 'grant revoked, signed anew', refused: await use(revoked.anew({ iat: farAway, exp: farAway })), twin: before })

  const aimed = await make()
  const { id: beside } = await installation.client(process, own.tenant).createDeployment({
    body: newDeployment(`Beside ${randomUUID()}`),
  })
  const elsewhere = aimed.anew({ deploymentId: beside })
  judged.push({
    name: 'another deployment in the claims and asked for',
    refused: await statusOf(own.use(process, elsewhere, beside)),
    twin: await use(aimed.token),
  })
  judged.push({
    name: 'another deployment asked for',
    refused: await statusOf(own.use(process, aimed.token, beside)),
    twin: await use(aimed.token),
  })

  const foreign = await other.token(process)
  judged.push({
    name: "another tenant's token",
    refused: await statusOf(own.use(process, foreign)),
    twin: await statusOf(other.use(process, foreign)),
  })
  return judged
}
