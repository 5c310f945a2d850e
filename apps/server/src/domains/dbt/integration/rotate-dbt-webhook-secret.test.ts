import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db'
import { findIntegrationRow, openWebhookSecret } from '#engine/dbt'
import { type Actor, givenDbtIntegration, useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

/** What a signature would be checked with. */
const inUse = ({ tenantId, deploymentId }: Actor) =>
  inTransaction(server.services().pool, tenantId, 'read write', async (db) => {
    const row = await findIntegrationRow(db, { tenantId, deploymentId })
    return row && openWebhookSecret(db, server.services().keyRing, { tenantId, deploymentId }, row)
  })

describe('rotateDbtWebhookSecret', () => {
  it('replaces the secret that was shown first', async () => {
    const admin = await server.admin()
    const { params, webhookSecret: first } = await givenDbtIntegration(host, admin)
    expect(await inUse(admin)).toBe(first)

    const { webhookSecret } = await admin.api.rotateDbtWebhookSecret({ params })

    expect(webhookSecret).toMatch(/^whsec_[\w-]{43}$/)
    expect(webhookSecret).not.toBe(first)
    expect(await inUse(admin)).toBe(webhookSecret)
    expect(JSON.stringify(await admin.api.getDbtIntegration({ params }))).not.toContain(webhookSecret)
  })

  it('answers a repetition with the secret of the first time, which is sealed meanwhile', async () => {
    const admin = await server.admin()
    const { params } = await givenDbtIntegration(host, admin)
    const path = `/api/v1/deployments/${params.deploymentId}/dbt-integration/rotate-webhook-secret`
    const rotate = async () => {
      const answer = await server.request(admin, path, { method: 'POST', headers: { 'idempotency-key': 'once' } })
      return ((await answer.json()) as { webhookSecret: string }).webhookSecret
    }

    const secret = await rotate()

    expect(await rotate()).toBe(secret)
    expect(await inUse(admin)).toBe(secret)
    const kept = await server
      .database()
      .query('select to_jsonb(k)::text as row from idempotency_keys k where tenant_id = $1', [admin.tenantId])
    expect(kept).not.toEqual([])
    expect(JSON.stringify(kept)).not.toContain(secret)
  })

  it('is nothing to syncs without an integration', async () => {
    const admin = await server.admin()

    await expect(admin.api.rotateDbtWebhookSecret({ params: admin })).rejects.toMatchObject({ status: 404, code: 'dbt_not_configured' })
    expect(await inUse(admin)).toBeNull()
  })
})
