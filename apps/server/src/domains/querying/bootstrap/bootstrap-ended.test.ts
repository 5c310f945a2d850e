import { beforeAll, expect, it } from 'vitest'
import {
  endWhileInFlight,
  givenDashboard,
  givenGrant,
  givenSession,
  installExchangeGate,
  newestSessionId,
  refusalOf,
  useServer,
} from '#test'

const server = useServer()
beforeAll(() => installExchangeGate(server))

it('returns session_revoked when the session ends during the request', async () => {
  const owner = await server.admin()
  const { dashboard, params } = await givenDashboard(owner)
  await givenGrant(server, owner, params.workbookId, { grantee_kind: 'all_embed_users' }, 'view')
  const { sessionId } = await givenSession(owner)
  const embedSessionId = await newestSessionId(owner)
  const body = { sessionId, dashboardPublicId: dashboard.publicId }

  const refusal = await endWhileInFlight(
    server,
    () => refusalOf(server.anonymous(owner).bootstrapDashboard({ body })),
    () => owner.api.revokeEmbedSession({ params: { embedSessionId } }),
  )

  expect(refusal).toMatchObject({ status: 401, code: 'session_revoked' })
})
