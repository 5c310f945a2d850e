import { describe, expect, test } from 'vitest'
import { type Actor, givenFiles, refsOf, useGitHost, useServer } from '#test'

const host = useGitHost()
const server = useServer(host.settings)

type Notice = { headers?: Record<string, string>; body?: unknown; deploymentId?: number; token?: string | null }

const given = async () => {
  const admin = await server.admin()
  const connected = await host.connect(admin)
  const { searchParams } = new URL(connected.webhookUrl)
  const send = ({ headers = { 'x-git-event': 'push' }, body = {}, deploymentId = admin.deploymentId, token }: Notice = {}) => {
    const sent = token === undefined ? searchParams.get('token') : token
    const path = `/build/api/v1/deployments/${deploymentId}/remote/push-notice${sent === null ? '' : `?token=${sent}`}`
    return server.request({ headers: admin.headers }, path, { method: 'POST', headers, json: body })
  }
  return { ...connected, admin, api: admin.api, params: { deploymentId: admin.deploymentId }, send }
}

/** As if the cooldown had passed. */
const cool = (actor: Actor) =>
  server.query("update branches set pulled_at = pulled_at - interval '31 seconds' where deployment_id = $1", [actor.deploymentId])

const trailOf = async ({ api }: Actor) => {
  const { items } = await api.listAuditLogs({ query: { operation: 'receivePushNotice' } })
  return items
}

const it = test.extend('setup', () => given())

describe('receivePushNotice', () => {
  it('pulls the deploy branch, and leaves an entry in the trail', async ({ setup: { admin, params, head, webhookUrl, send } }) => {
    const answer = await send()

    expect([answer.status, await answer.json()]).toEqual([201, { buildTriggered: true }])
    expect((await refsOf(server, admin))['heads/main']).toBe(head)
    expect(await trailOf(admin)).toMatchObject([
      {
        outcome: 'done',
        actorKind: 'remote',
        actorId: null,
        targets: [
          { kind: 'branch', id: 'main', did: 'pulled' },
          { kind: 'data_model', id: String(params.deploymentId) },
        ],
      },
    ])
    await expect.poll(() => server.logs.join(''), { timeout: 30_000 }).toContain('"operation":"receivePushNotice"')
    expect(server.logs.join('')).not.toContain(new URL(webhookUrl).searchParams.get('token'))
  })

  it('pulls once for a push that is delivered five times at once', async ({ setup: { admin, head, send } }) => {
    const before = host.server().requests.length

    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ body: { ref: 'refs/heads/main' } })))

    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([201, 429, 429, 429, 429])
    const late = answers.find(({ status }) => status === 429)
    expect(late?.headers.get('retry-after')).toBe('30')
    expect(await late?.json()).toMatchObject({ code: 'webhook_cooldown' })
    const pulls = host
      .server()
      .requests.slice(before)
      .filter((request) => request.includes('info/refs'))
    expect(pulls).toHaveLength(1)
    expect((await refsOf(server, admin))['heads/main']).toBe(head)
    expect(await trailOf(admin)).toHaveLength(1)
  })

  it('says when there is nothing new', async ({ setup: { admin, send } }) => {
    await send()
    await cool(admin)

    const answer = await send()

    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(await trailOf(admin)).toHaveLength(1)
  })

  it.each<[string, Notice]>([
    ['GitHub', { headers: { 'x-github-event': 'push' }, body: { ref: 'refs/heads/main', after: 'a'.repeat(40) } }],
    ['GitLab', { headers: { 'x-gitlab-event': 'Push Hook' }, body: { ref: 'refs/heads/main' } }],
    ['Bitbucket', { headers: { 'x-event-key': 'repo:push' }, body: { push: { changes: [{ new: { type: 'branch', name: 'main' } }] } } }],
    ['Azure DevOps', { headers: {}, body: { eventType: 'git.push', resource: { refUpdates: [{ name: 'refs/heads/main' }] } } }],
  ])('understands %s', async (_host, notice) => {
    const { send } = await given()

    expect((await send(notice)).status).toBe(201)
  })

  it.each<[string, Notice]>([
    ['another event', { headers: { 'x-github-event': 'ping' }, body: { zen: 'x' } }],
    ['a branch that is not kept here', { body: { ref: 'refs/heads/elsewhere' } }],
    ['a tag', { body: { ref: 'refs/tags/v1' } }],
    ['a branch that was deleted', { headers: { 'x-github-event': 'push' }, body: { ref: 'refs/heads/main', deleted: true } }],
  ])('ignores %s', async (_what, notice) => {
    const { admin, send } = await given()
    const before = host.server().requests.length

    expect((await send(notice)).status).toBe(204)

    expect(host.server().requests).toHaveLength(before)
    expect(await trailOf(admin)).toEqual([])
  })

  it('tells a wrong token and a deployment that is not there in the same words', async ({ setup: { admin, send } }) => {
    const other = await given()
    const bare = await server.admin()
    const token = new URL(other.webhookUrl).searchParams.get('token')

    const answers = await Promise.all([
      send({ token: 'wrong' }),
      send({ token: null }),
      send({ token: '' }),
      send({ token }),
      send({ deploymentId: 999_999_999 }),
      send({ deploymentId: bare.deploymentId }),
      send({ deploymentId: other.admin.deploymentId, token }),
    ])

    const bodies = await Promise.all(answers.map(async (answer) => (await answer.json()) as { code: string; message: string }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
    expect(new Set(bodies.map(({ code, message }) => `${code} ${message}`)).size).toBe(1)
    expect(bodies[0]?.code).toBe('webhook_token_invalid')
    expect((await refsOf(server, admin))['remotes/main']).toBeUndefined()
  })

  it('pulls several branches of one push together', async ({ setup: { admin, api, params, repository, send } }) => {
    await api.pull({ params, body: {} })
    await api.createBranch({ params, body: { name: 'feature' } })
    await api.pushBranch({ params, body: { branchName: 'feature' } })
    const main = await repository.commit('main', { 'model.yml': 'main' })
    const feature = await repository.commit('feature', { 'model.yml': 'feature' })
    const refUpdates = ['main', 'feature', 'unknown'].map((name) => ({ name: `refs/heads/${name}` }))

    const answer = await send({ headers: {}, body: { eventType: 'git.push', resource: { refUpdates } } })

    expect(answer.status).toBe(201)
    expect(await refsOf(server, admin)).toMatchObject({ 'heads/main': main, 'heads/feature': feature })
  })

  it('says when the branches disagree, and goes on being careful', async ({ setup: { admin, repository, send } }) => {
    await send()
    await cool(admin)
    await givenFiles(server, admin, 'main', { 'model.yml': 'ours' })
    await repository.commit('main', { 'model.yml': 'theirs' })

    const answer = await send()

    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'merge_conflict' }])
    expect((await send()).status).toBe(429)
  })

  it('finishes the pull when the sender does not wait for it', async ({ setup: { admin, webhookUrl, head } }) => {
    const { isHeld, release } = host.holdFetch()
    const { pathname, search } = new URL(webhookUrl)
    const leaving = new AbortController()
    const sent = fetch(`${server.url()}${pathname}${search}`, {
      method: 'POST',
      headers: { ...admin.headers, 'x-git-event': 'push', 'content-type': 'application/json' },
      body: '{}',
      signal: leaving.signal,
    })
    await isHeld
    leaving.abort()
    await expect(sent).rejects.toThrow('aborted')
    release()

    await expect.poll(async () => (await refsOf(server, admin))['heads/main'], { timeout: 30_000 }).toBe(head)
  })
})
