import type { UpdateDeploymentInput } from '@facet/contract'
import { describe, expect } from 'vitest'
import { type Actor, givenDeployments, itRefusesBodies, markedName, refusalOf, useServer, withOwner } from '#test'

const server = useServer({ FACET_REGIONS: 'local=Here,eu-north=North' })
const it = withOwner(server)

const update = ({ api, deploymentId }: Actor, body: UpdateDeploymentInput) => api.updateDeployment({ params: { deploymentId }, body })
const settingsOf = ({ api, deploymentId }: Actor) => api.getDeploymentSettings({ params: { deploymentId } })

/** One change of every setting that can be changed, the version apart. */
const changes = {
  name: 'Renamed',
  region: 'eu-north',
  cloudProvider: 'aws',
  creationMethod: 'upload',
  customDomain: 'data.changed.example',
  deployMode: 'cli',
  deployBranchName: 'release/next',
  deployBranchReadOnly: true,
  deployBranchMergeAllowed: false,
  deployProjectRoot: 'semantic/model',
  template: 'multiCluster',
  templateVariables: { replicas: 2 },
  releaseChannelVersionHold: true,
  launchpadTabs: ['views', 'reports'],
  defaultLaunchpadViewGroup: 'sales',
  cspsConfig: { enabled: true, storageProvider: 's3', s3Bucket: 'aggregates' },
  wideningMerges: 'acknowledge',
  breakingMerges: 'acknowledge',
  modelCodeEdits: 'secrets',
  embedWithoutPolicy: 'warn',
} as const satisfies UpdateDeploymentInput

describe('updateDeployment', () => {
  itRefusesBodies(server, 'updateDeployment', [
    [{ name: ' ' }, '/body/name'],
    [{ customDomain: 'https://data.example.com' }, '/body/customDomain'],
    [{ customDomain: 'data.example.com:8080' }, '/body/customDomain'],
    [{ customDomain: 'localhost' }, '/body/customDomain'],
    [{ customDomain: '-data.example.com' }, '/body/customDomain'],
    [{ deployBranchName: '' }, '/body/deployBranchName'],
    [{ deployBranchName: '-x' }, '/body/deployBranchName'],
    [{ template: 'huge' }, '/body/template'],
    [{ templateVariables: [] }, '/body/templateVariables'],
    [{ launchpadTabs: 'views' }, '/body/launchpadTabs'],
    [{ releaseChannel: 'nightly' }, '/body/releaseChannel'],
    [{ cspsConfig: { enabled: true } }, '/body/cspsConfig'],
    [{ cspsConfig: { storageProvider: 's3' } }, '/body/cspsConfig'],
  ])

  it('changes each field that is sent and none besides', async ({ owner }) => {
    let expected = await settingsOf(owner)

    for (const [field, value] of Object.entries(changes)) {
      expected = { ...expected, [field]: value }
      expect(await update(owner, { [field]: value })).toEqual(expected)
    }

    expect(await settingsOf(owner)).toEqual(expected)
  })

  it('leaves everything as it is for fields that are null, and for no body at all', async ({ owner }) => {
    const { customDomain: _, ...further } = changes
    const before = await update(owner, further)
    const nulls = Object.fromEntries([...Object.keys(changes), 'releaseChannel', 'releaseChannelVersion'].map((field) => [field, null]))

    expect(await update(owner, nulls)).toEqual(before)

    const bodyless = await server.request(owner, `/api/v1/deployments/${owner.deploymentId}`, { method: 'PUT' })
    expect([bodyless.status, await bodyless.json()]).toEqual([200, before])
  })

  it('clears the custom domain and the view group when they are sent empty', async ({ owner }) => {
    await update(owner, { customDomain: `data.${owner.host}`, defaultLaunchpadViewGroup: 'sales' })

    const cleared = await update(owner, { customDomain: '', defaultLaunchpadViewGroup: '' })

    expect(cleared).toMatchObject({ customDomain: null, defaultLaunchpadViewGroup: null })
  })

  it('merges template variables key by key and replaces lists whole', async ({ owner }) => {
    await update(owner, { templateVariables: { replicas: 2, flags: { a: true } }, launchpadTabs: ['views', 'reports'] })

    const merged = await update(owner, { templateVariables: { flags: { b: true }, warm: true }, launchpadTabs: ['views'] })

    expect(merged.templateVariables).toEqual({ replicas: 2, flags: { b: true }, warm: true })
    expect(merged.launchpadTabs).toEqual(['views'])
    expect((await update(owner, { launchpadTabs: [] })).launchpadTabs).toEqual([])
  })

  it('refuses read-only settings, and changes nothing', async ({ owner }) => {
    const before = await settingsOf(owner)
    const readOnly = { id: 1, creationStep: 'ready', cubeImageVersion: '9.9.9', isManaged: false, targetPlatform: 'gcp', isCold: true }

    const json = { ...readOnly, name: 'Renamed' }
    const answer = await server.request(owner, `/api/v1/deployments/${owner.deploymentId}`, { method: 'PUT', json })

    const { errors } = (await answer.json()) as { errors: { pointer: string }[] }
    expect(errors.map(({ pointer }) => pointer)).toEqual(Object.keys(readOnly).map((name) => `/body/${name}`))
    expect(await settingsOf(owner)).toEqual(before)
  })

  it('refuses the name of another deployment in any case, and takes its own in another', async ({ owner }) => {
    await givenDeployments(owner, 'Second')

    await expect(update(owner, { name: ' SECOND ' })).rejects.toMatchObject({ status: 409, code: 'deployment_name_taken' })

    await expect(update(owner, { name: ' FIRST ' })).resolves.toMatchObject({ name: 'FIRST' })
  })

  it('gives a domain to one deployment of the whole installation, in whatever case it is written', async ({ owner, stranger }) => {
    const domain = `${markedName(owner)}.example`
    expect(await update(owner, { customDomain: domain.toUpperCase() })).toMatchObject({ customDomain: domain })

    await expect(update(stranger, { customDomain: domain })).rejects.toMatchObject({ status: 409, code: 'custom_domain_taken' })

    await expect(update(owner, { customDomain: domain })).resolves.toMatchObject({ customDomain: domain })
    await owner.api.deleteDeployment({ params: { deploymentId: owner.deploymentId } })
    await expect(update(stranger, { customDomain: domain })).resolves.toMatchObject({ customDomain: domain })
  })

  it('refuses a domain below the host of another tenant, and takes one below the own', async ({ owner, stranger }) => {
    for (const domain of [`data.${owner.host}`, `A.B.${owner.host.toUpperCase()}`]) {
      const taken = await refusalOf(update(stranger, { customDomain: domain }))
      expect(taken).toMatchObject({ status: 409, code: 'custom_domain_taken' })
      // The message does not reveal which tenant has the host.
      expect(taken.message.replace(domain.toLowerCase(), '')).not.toMatch(/\d/)
    }
    await expect(update(owner, { customDomain: `data.${owner.host}` })).resolves.toMatchObject({ customDomain: `data.${owner.host}` })
    // A name that only ends alike is another name.
    await expect(update(stranger, { customDomain: `x${owner.host}` })).resolves.toMatchObject({ customDomain: `x${owner.host}` })
  })

  it('gives a domain that two tenants ask for at once to one of them', async () => {
    const people = await Promise.all([server.admin(), server.admin(), server.admin(), server.admin()])
    const domain = `${markedName(people[0])}.example`

    const outcomes = await Promise.all(
      people.map((one) => server.outcome(one, 'updateDeployment', { params: one, body: { customDomain: domain } })),
    )

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(outcomes.filter(({ code }) => code === 'custom_domain_taken')).toHaveLength(3)
  })

  it('refuses the host of a tenant as a custom domain, be it another or the own', async ({ owner, stranger }) => {
    for (const { host } of [owner, stranger])
      await expect(update(owner, { customDomain: host.toUpperCase() })).rejects.toMatchObject({ status: 409, code: 'custom_domain_taken' })
  })
})
