import { describe, expect } from 'vitest'
import { loadIntegration } from '#engine/dbt'
import { type Actor, itRefusesBodies, setVariables, startTogether, useGitHost, useServer, withOwner } from '#test'
import { inTransaction } from '#db'

const host = useGitHost()
const server = useServer(host.settings)
const it = withOwner(server).extend('body', () => least())

type Body = Parameters<Actor['api']['setDbtIntegration']>[0]['body']

const set = ({ api, deploymentId }: Actor, body: Body) => api.setDbtIntegration({ params: { deploymentId }, body })
const get = ({ api, deploymentId }: Actor) => api.getDbtIntegration({ params: { deploymentId } })

const least = async () => ({ url: (await host.addRepository()).url, targetSchema: 'analytics' })

/** As a sync gets it. */
const loaded = ({ tenantId, deploymentId }: Actor) =>
  inTransaction(server.services().pool, tenantId, 'read write', (db) =>
    loadIntegration(db, server.services().keyRing, { tenantId, deploymentId }),
  )

describe('setDbtIntegration', () => {
  it('gives every setting its default', async ({ admin, body: { url } }) => {
    const { integration } = await set(admin, { url, targetSchema: 'analytics' })

    expect(integration).toMatchObject({ hasToken: false, sshPublicKey: null, hostKeys: [] })
    expect(integration.settings).toEqual({
      url,
      username: null,
      branch: null,
      branchTtlSeconds: null,
      projectPath: '.',
      dbtVersion: '1.11.16',
      target: 'dev',
      targetSchema: 'analytics',
      variableNames: [],
      reviewRecipients: [],
      timeouts: { clone: 300, packages: 600, parse: 1800, catalog: 600, convert: 300, publish: 600 },
      pull: {
        outputPath: '/model/cubes/dbt',
        namePrefix: 'dbt_',
        titlePrefix: '(dbt) ',
        selector: '',
        onlyMarts: false,
        martsFolder: 'marts',
        hasKeysFromNames: true,
        keySuffixes: ['_id'],
        hasKeysFromTests: true,
        hasMeasures: true,
        hasDescriptions: true,
        hasJoins: true,
        hasReverseJoins: false,
        hasUnprovenJoins: false,
        hasSemanticModels: false,
        hasCatalogTypes: false,
        hasCatalogColumns: false,
        policyStubGroups: [],
        mayCollapseSchemas: false,
      },
    })
    expect(await get(admin)).toEqual(integration)
  })

  it('keeps every setting that is sent, and takes what it shows back as it is', async ({ admin, body: { url } }) => {
    const sent = {
      url,
      username: 'ada',
      branch: 'release/2026',
      branchTtlSeconds: 86_400,
      projectPath: 'analytics/dbt',
      dbtVersion: '1.11.16',
      target: 'prod',
      targetSchema: 'shop',
      variableNames: ['DBT_START_DATE', 'DBT_ENV_SECRET_PACKAGES'],
      reviewRecipients: ['ada@acme.example'],
      timeouts: { clone: 10, packages: 11, parse: 7200, catalog: 13, convert: 14, publish: 15 },
      pull: {
        outputPath: '/model/shop',
        namePrefix: '',
        titlePrefix: '',
        selector: 'tag:nightly+ config.materialized:table',
        onlyMarts: true,
        martsFolder: 'marts/core',
        hasKeysFromNames: false,
        keySuffixes: ['_key', '_id'],
        hasKeysFromTests: false,
        hasMeasures: false,
        hasDescriptions: false,
        hasJoins: false,
        hasReverseJoins: true,
        hasUnprovenJoins: true,
        hasSemanticModels: true,
        hasCatalogTypes: true,
        hasCatalogColumns: true,
        policyStubGroups: ['analysts'],
        mayCollapseSchemas: true,
      },
    }

    const first = await set(admin, { ...sent, token: 'dbt-token-of-ada' })
    const second = await set(admin, first.integration.settings)

    expect(first.integration.settings).toEqual(sent)
    expect(second.integration).toMatchObject({ settings: sent, hasToken: true })
    await set(admin, { url, targetSchema: 'shop' })
    expect((await get(admin)).settings).toMatchObject({ target: 'dev', pull: { namePrefix: 'dbt_', onlyMarts: false } })
  })

  it('shows the signing secret of webhooks once, and the token never', async ({ admin, body: { url } }) => {
    const token = `canary-${'t'.repeat(30)}`

    const first = await set(admin, { url, token, targetSchema: 'analytics' })
    const second = await set(admin, { url, targetSchema: 'analytics' })

    const secret = first.webhookSecret ?? ''
    expect(secret).toMatch(/^whsec_[\w-]{43}$/)
    expect(second.webhookSecret).toBeNull()
    const rows = await server.query('select to_jsonb(r)::text as row from dbt_integrations r')
    const { items } = await admin.api.listAuditLogs({})
    expect(items.map(({ operation }) => operation)).toContain('setDbtIntegration')
    await expect.poll(() => server.logs.join(''), { timeout: 30_000 }).toContain('"operation":"setDbtIntegration"')
    const seen = JSON.stringify([first.integration, second, await get(admin), rows, items]) + server.logs.join('')
    for (const hidden of [token, secret])
      for (const form of [hidden, Buffer.from(hidden).toString('hex')]) expect(seen.includes(form)).toBe(false)
  })

  it('keeps the token on an edit without one, and sends it to no other host', async ({ admin, body }) => {
    await set(admin, { ...body, username: 'ada', token: host.token })

    const edited = await set(admin, { ...body, target: 'prod' })
    expect(edited.integration).toMatchObject({ hasToken: true, settings: { username: 'ada', target: 'prod' } })
    expect((await loaded(admin)).remote.credential).toEqual({ kind: 'password', username: 'ada', password: host.token })

    const elsewhere = await set(admin, { ...body, url: 'https://localhost:1/elsewhere.git' })
    expect(elsewhere.integration.hasToken).toBe(false)
    expect((await set(admin, body)).integration.hasToken).toBe(false)
    expect((await loaded(admin)).remote).toEqual({ url: body.url, credential: { kind: 'none' } })
  })

  it('seals each secret to its deployment', async ({ admin, body }) => {
    await set(admin, { ...body, token: host.token })
    await server.query('update dbt_integrations set token_sealed = webhook_secret_sealed where deployment_id = $1', [admin.deploymentId])

    await expect(loaded(admin)).rejects.toThrow(/authenticate/)
  })

  it('flags what would keep a sync from running, and takes it all the same', async ({ admin }) => {
    const body = { ...(await least()), variableNames: ['DBT_START_DATE', 'DBT_GONE'] }
    await setVariables(admin, { name: 'DBT_START_DATE', value: '2026-01-01' }, { name: 'CUBEJS_DB_TYPE', value: 'oracle' })

    const { integration } = await set(admin, body)

    expect(integration.warehouse).toBe('oracle')
    expect(integration.problems.map(({ code }) => code)).toEqual(['warehouse_unsupported', 'variable_missing'])
    expect(integration.problems[0]?.message).toContain('snowflake, redshift, postgres, bigquery, databricks, athena, clickhouse')
    expect(integration.problems[1]?.message).toContain('DBT_GONE')
    await setVariables(admin, { name: 'CUBEJS_DB_TYPE', value: 'databricks-jdbc' }, { name: 'DBT_GONE', value: '' })
    expect((await get(admin)).problems).toEqual([])
  })

  it.each([
    ['projectPath', '../other', '/body/projectPath'],
    ['projectPath', '/etc', '/body/projectPath'],
    ['projectPath', 'a//b', '/body/projectPath'],
    ['projectPath', 'a/.git/hooks', '/body/projectPath'],
    ['projectPath', 'a\\b', '/body/projectPath'],
    ['branch', '--upload-pack=id', '/body/branch'],
    ['branch', 'a..b', '/body/branch'],
    ['branch', 'main:refs/heads/x', '/body/branch'],
    ['pull', { outputPath: '../../etc' }, '/body/pull'],
    ['pull', { outputPath: '/' }, '/body/pull'],
    ['pull', { namePrefix: '1 ' }, '/body/pull'],
    ['pull', { selector: 'state:modified' }, '/body/pull'],
    ['pull', { keySuffixes: [' '] }, '/body/pull'],
    ['pull', { onlyMarts: true, martsFolder: '../marts' }, '/body/pull/martsFolder'],
  ])('refuses %s %j', async (name, value, pointer) => {
    const admin = await server.admin()

    const answer = set(admin, { ...(await least()), [name]: value })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'dbt_setting_invalid', errors: [{ pointer }] })
    await expect(get(admin)).rejects.toMatchObject({ code: 'dbt_not_configured' })
  })

  it.for(['./', './shop/', 'shop//'])('reads the project path %s as people mean it', async (projectPath, { admin }) => {
    const { integration } = await set(admin, { ...(await least()), projectPath })

    expect(integration.settings.projectPath).toBe(projectPath === './' ? '.' : 'shop')
  })

  it('names the versions of dbt that there are', async ({ admin }) => {
    await expect(set(admin, { ...(await least()), dbtVersion: '0.9' })).rejects.toMatchObject({
      status: 400,
      code: 'dbt_version_unsupported',
      message: '"0.9" is not a dbt version of this build. There are: 1.11.16.',
    })
  })

  it.for([
    'CUBEJS_DB_PASS',
    'cubejs_db_host',
    'DBT_PROFILES_DIR',
    'DBT_TARGET',
    'DBT_LOG_PATH',
    'GIT_SSH_COMMAND',
    'SSH_AUTH_SOCK',
    'PYTHONPATH',
    'HTTPS_PROXY',
    'PATH',
  ])('does not let %s be selected', async (name, { admin }) => {
    const answer = set(admin, { ...(await least()), variableNames: ['DBT_FINE', name] })

    await expect(answer).rejects.toMatchObject({ status: 400, code: 'dbt_variable_not_selectable', message: expect.stringContaining(name) })
  })

  it.each([
    ['a file', 'file:///etc/passwd', 'remote_url_invalid'],
    ['a command', 'ext::sh -c id', 'remote_url_invalid'],
    ['plain HTTP', 'http://git.example.com/x.git', 'remote_url_invalid'],
    ['a password in the URL', 'https://ada:secret@git.example.com/x.git', 'remote_url_invalid'],
    ['an address of the network here', 'https://127.0.0.1/x.git', 'remote_host_private'],
    ['an SSH host that is not there', 'ssh://git@localhost:1/x.git', 'remote_unreachable'],
  ])('refuses %s as the repository', async (_what, url, code) => {
    const admin = await server.admin()

    await expect(set(admin, { url, targetSchema: 'analytics' })).rejects.toMatchObject({ code })
    await expect(get(admin)).rejects.toMatchObject({ code: 'dbt_not_configured' })
  })

  it('brings nothing back that was deleted meanwhile', async ({ admin, body }) => {
    await set(admin, body)
    const again = () => server.outcome(admin, 'setDbtIntegration', { params: { deploymentId: admin.deploymentId }, body })

    const [outcome] = await startTogether(server, admin, [again], (db) =>
      db.deleteFrom('dbt_integrations').where('tenant_id', '=', admin.tenantId).execute(),
    )

    expect(outcome).toMatchObject({ status: 503 })
    await expect(get(admin)).rejects.toMatchObject({ code: 'dbt_not_configured' })
  })

  itRefusesBodies(server, 'setDbtIntegration', [
    [undefined, '/body/url'],
    [{ url: 'https://localhost/x.git' }, '/body/targetSchema'],
    [{ url: 'https://localhost/x.git', targetSchema: 'a b' }, '/body/targetSchema'],
    [{ url: 'https://localhost/x.git', targetSchema: 'a', tokn: 'x' }, '/body/tokn'],
    [{ url: 'https://localhost/x.git', targetSchema: 'a', target: 'a b' }, '/body/target'],
    [{ url: 'https://localhost/x.git', targetSchema: 'a', reviewRecipients: ['nobody'] }, '/body/reviewRecipients/0'],
    [{ url: 'https://localhost/x.git', targetSchema: 'a', branchTtlSeconds: 1 }, '/body/branchTtlSeconds'],
    [{ url: 'https://localhost/x.git', targetSchema: 'a', timeouts: { parse: 0 } }, '/body/timeouts'],
    [{ url: 'https://localhost/x.git', targetSchema: 'a', pull: { keySuffixes: [] } }, '/body/pull'],
    [{ url: 'https://localhost/x.git', targetSchema: 'a', pull: { hasJoin: true } }, '/body/pull'],
  ])
})
