import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { CompileInput } from '#engine/hosting'
import {
  type Actor,
  type AuthoringNode,
  enterDevMode,
  filesOn,
  gitOn,
  givenBranch,
  givenConversion,
  givenFiles,
  givenModeler,
  headOf,
  plainReport,
  publishRunOf,
  refsOf,
  setVariables,
  startAuthoringNode,
  usePublisher,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server, () => givenModeler(server))
const publisher = usePublisher(server)

const at = (name: string): string => `model/cubes/dbt/dbt_${name}.yml`
const refuseToCompile = () => Promise.reject(new Error('It was compiled.'))

let other: AuthoringNode
beforeAll(async () => {
  other = await startAuthoringNode(server.services(), 'other')
})
afterAll(() => other.stop())

const commitsOn = async (owner: Actor, branchName: string): Promise<string[]> =>
  (await gitOn(server, owner, branchName, ['log', '--format=%s', 'HEAD'])).trim().split('\n')

const branchRow = async ({ deploymentId }: Actor, name: string) => {
  const [row] = await server.query<{ kind: string; parent: string | null; hours: number | null }>(
    `select b.kind, p.name as parent, (extract(epoch from b.expires_at - now()) / 3600)::float8 as hours
       from branches b left join branches p on p.id = b.parent_id where b.deployment_id = $1 and b.name = $2`,
    [deploymentId, name],
  )
  return row
}

describe('a published run', () => {
  it('is one commit on a branch of its own, made from the deploy branch, with a time to live', async ({ owner }) => {
    const before = await headOf(server, owner, 'main')
    const run = publishRunOf(owner, 'dbt-sync/main-1', {
      target: { branchName: 'dbt-sync/main-1', expiresInSeconds: 7200, principalId: null },
    })

    const published = await publisher.of().publish(run)

    expect(published).toMatchObject({
      branch: { name: 'dbt-sync/main-1', isNew: true },
      base: { branchName: 'main', commit: before },
      files: [at('orders'), at('people')],
      written: [at('orders'), at('people')],
      deleted: [],
      compiled: { cubes: 1 },
    })
    expect(published.head).toBe(published.commit)
    expect(await headOf(server, owner, 'dbt-sync/main-1')).toBe(published.commit)
    expect(await headOf(server, owner, 'main')).toBe(before)
    expect(Object.keys(await filesOn(server, owner, 'dbt-sync/main-1'))).toEqual(['README.md', at('orders'), at('people')])
    expect(await gitOn(server, owner, 'dbt-sync/main-1', ['log', '-1', '--format=%an <%ae>%n%B', 'HEAD'])).toBe(
      `Ada <ada@facet.test>\nSync 2 cubes from dbt at main\n\n2 files written.\n\nDbt-Revision: ${'a'.repeat(40)}\nFacet-Dbt-Sync: ${run.runId}\n\n`,
    )
    const row = await branchRow(owner, 'dbt-sync/main-1')
    expect(row).toMatchObject({ kind: 'shared', parent: 'main' })
    expect(row?.hours).toBeGreaterThan(1.9)
    expect(row?.hours).toBeLessThan(2.1)
  })

  it('leaves an entry in the audit trail with its commit', async ({ owner }) => {
    const { commit } = await publisher.of().publish(publishRunOf(owner, 'review'))

    const entries = await server.query<{ targets: object[]; actor_kind: string }>(
      "select targets, actor_kind from audit_entries where tenant_id = $1 and operation = 'publishDbtSync'",
      [owner.tenantId],
    )

    expect(entries).toEqual([
      {
        actor_kind: 'node',
        targets: [
          { kind: 'branch', id: 'review', did: 'created' },
          { kind: 'commit', id: commit, did: 'created' },
          { kind: 'data_model', id: String(owner.deploymentId) },
        ],
      },
    ])
  })

  it('is done once, however often it is tried, and whatever came after it', async ({ owner }) => {
    const concluded: string[] = []
    const run = publishRunOf(owner, 'review', { conclude: async (_db, { commit }) => void concluded.push(commit ?? '') })
    const first = await publisher.of().publish(run)
    await givenFiles(server, owner, 'review', { 'model/own.yml': 'cubes: []\n' })

    const again = await publisher.of(refuseToCompile).publish(run)

    expect(again).toEqual({
      ...first,
      branch: { name: 'review', isNew: false },
      base: { ...first.base, branchName: 'review' },
      compiled: null,
    })
    expect(concluded).toEqual([first.commit])
    expect(await commitsOn(owner, 'review')).toEqual(['Brought', 'Sync 2 cubes from dbt at main', 'Brought', 'Begin the data model'])
  })

  it('is all of it or nothing: what the transaction refuses leaves no commit and no branch, and may be tried again', async ({ owner }) => {
    const run = publishRunOf(owner, 'review')
    const refs = await refsOf(server, owner)

    const failed = publisher.of().publish({ ...run, conclude: () => Promise.reject(new Error('The process died.')) })

    await expect(failed).rejects.toThrow('The process died.')
    expect(await refsOf(server, owner)).toEqual(refs)
    expect(await branchRow(owner, 'review')).toBeUndefined()
    await publisher.of().publish(run)
    expect((await commitsOn(owner, 'review')).filter((subject) => subject.startsWith('Sync'))).toHaveLength(1)
  })

  it('makes no commit where nothing changes, and the branch that it promised all the same', async ({ owner }) => {
    await publisher.of().publish(publishRunOf(owner, 'review'))
    await owner.api.mergeToDefaultBranch({ params: owner, body: { branchName: 'review' } })

    const same = await publisher.of(refuseToCompile).publish(publishRunOf(owner, 'review'))
    const fresh = await publisher.of(refuseToCompile).publish(publishRunOf(owner, 'dbt-sync/2'))

    expect(same).toMatchObject({ commit: null, written: [], head: await headOf(server, owner, 'review') })
    expect(fresh).toMatchObject({ commit: null, branch: { isNew: true }, files: [at('orders'), at('people')] })
    expect(await headOf(server, owner, 'dbt-sync/2')).toBe(await headOf(server, owner, 'main'))
    expect(await branchRow(owner, 'dbt-sync/2')).toMatchObject({ parent: 'main' })
  })

  it('is compiled once: for another branch the same tree is known, and with other variables it is compiled again', async ({ owner }) => {
    let compilations = 0
    const counting = publisher.of(async () => {
      compilations += 1
      return plainReport
    })

    const one = await counting.publish(publishRunOf(owner, 'one'))
    const two = await counting.publish(publishRunOf(owner, 'two'))

    expect(compilations).toBe(1)
    expect(two).toMatchObject({ written: one.written, compiled: one.compiled })
    expect(two.commit).not.toBeNull()
    await setVariables(owner, { name: 'REGION', value: 'north' })
    await counting.publish(publishRunOf(owner, 'three'))
    expect(compilations).toBe(2)
  })

  it('is compiled again where it did not compile', async ({ owner }) => {
    const outcomes = [{ ...plainReport, errors: [{ file: null, line: null, message: 'Not yet.' }] }, plainReport]
    const second = publisher.of(async () => outcomes.shift() ?? plainReport)

    await expect(second.publish(publishRunOf(owner, 'review'))).rejects.toMatchObject({ code: 'model_not_compiling' })
    await expect(second.publish(publishRunOf(owner, 'review'))).resolves.toMatchObject({ compiled: { errors: [] } })
    expect(outcomes).toEqual([])
  })

  it('lies below the project root', async ({ owner }) => {
    await givenFiles(server, owner, 'main', { 'cube/model/own.yml': 'cubes: []\n' })
    await owner.api.updateDeployment({ params: owner, body: { deployProjectRoot: '/cube' } })
    const seen: string[] = []

    await publisher
      .of(async (input) => {
        seen.push(...(await readdir(input.folder, { recursive: true })))
        return plainReport
      })
      .publish(publishRunOf(owner, 'review'))

    expect(Object.keys(await filesOn(server, owner, 'review'))).toContain(`cube/${at('orders')}`)
    expect(seen).toContain(at('orders'))
  })
})

describe('two runs to one branch', () => {
  it('of one node take turns: the second looks at the branch when the first is done', async ({ owner }) => {
    const both = publisher.of()
    const steps: string[] = []
    const publish = (name: string, models: string[]) =>
      both.publish(
        publishRunOf(owner, 'review', { conversion: givenConversion(models), onProgress: (step) => void steps.push(`${name} ${step}`) }),
      )

    await Promise.all([publish('one', ['orders']), publish('two', ['orders', 'visits'])])

    expect(steps).toEqual(['one', 'two'].flatMap((name) => ['planning', 'compiling', 'committing'].map((step) => `${name} ${step}`)))
    expect((await commitsOn(owner, 'review')).filter((subject) => subject.startsWith('Sync'))).toHaveLength(2)
  })

  it('of two nodes come one upon the other: who is overtaken plans and compiles anew', async ({ owner }) => {
    const compiled: string[][] = []
    const filesIn = async ({ folder: project }: CompileInput) => (await readdir(join(project, 'model/cubes/dbt'))).toSorted()
    const onOther = publisher.of(null, { repositories: other.repositories })
    let isFirst = true
    const here = publisher.of(async (input) => {
      compiled.push(await filesIn(input))
      if (isFirst) {
        isFirst = false
        await onOther.publish(publishRunOf(owner, 'review', { conversion: givenConversion(['visits', 'orders'], { selector: 'visits' }) }))
      }
      return plainReport
    })

    await here.publish(publishRunOf(owner, 'review', { conversion: givenConversion(['visits', 'orders'], { selector: 'orders' }) }))

    expect(compiled).toEqual([['dbt_orders.yml'], ['dbt_orders.yml', 'dbt_visits.yml']])
    expect(Object.keys(await filesOn(server, owner, 'review'))).toEqual(['README.md', at('orders'), at('visits')])
    expect((await commitsOn(owner, 'review')).filter((subject) => subject.startsWith('Sync'))).toHaveLength(2)
  })

  it('that is one run on two nodes make one commit', async ({ owner }) => {
    const run = publishRunOf(owner, 'review')

    const both = await Promise.all([publisher.of().publish(run), publisher.of(null, { repositories: other.repositories }).publish(run)])

    expect(new Set(both.map(({ commit }) => commit)).size).toBe(1)
    expect((await commitsOn(owner, 'review')).filter((subject) => subject.startsWith('Sync'))).toHaveLength(1)
  })

  it('give up for now where others keep moving the branch', async ({ owner }) => {
    const name = await givenBranch(owner)
    let count = 0
    const overtaken = publisher.of(async () => {
      await givenFiles(server, owner, name, { 'model/own.yml': `# ${count++}\n` })
      return plainReport
    })

    await expect(overtaken.publish(publishRunOf(owner, name))).rejects.toMatchObject({ name: 'Failure', code: 'service_unavailable' })
    expect(count).toBe(5)
  })
})

describe('a run is refused', () => {
  it('on the deploy branch, a personal branch of somebody else, and one whose time is over', async ({ owner }) => {
    const personal = await enterDevMode(owner)
    const expired = await givenBranch(owner, 'main', { expiresInSeconds: 60 })
    await server.query('update branches set expires_at = now() - interval $$1 s$$ where name = $1', [expired])
    const codeOf = (branchName: string, principalId: number | null = null): Promise<unknown> =>
      publisher
        .of()
        .publish(publishRunOf(owner, branchName, { target: { branchName, expiresInSeconds: null, principalId } }))
        .catch((error: { code: string }) => error.code)

    expect(await codeOf('main')).toBe('branch_not_writable')
    expect(await codeOf(personal)).toBe('branch_not_writable')
    expect(await codeOf(personal, 4711)).toBe('branch_not_writable')
    expect(await codeOf(expired)).toBe('branch_expired')
    await publisher.of().publish(publishRunOf(owner, 'taken'))
    expect(await codeOf('taken/below')).toBe('branch_name_taken')
  })

  it('not on a personal branch of whoever asked', async ({ owner }) => {
    const branchName = await enterDevMode(owner)
    const [row] = await server.query<{ id: number }>('select principal_id::int as id from branches where name = $1', [branchName])

    const published = await publisher
      .of()
      .publish(publishRunOf(owner, branchName, { target: { branchName, expiresInSeconds: null, principalId: row?.id ?? 0 } }))

    expect(await headOf(server, owner, branchName)).toBe(published.commit)
  })

  it('where a file would show a secret that the run was given', async ({ owner }) => {
    const conversion = givenConversion([{ name: 'orders', description: 'ghp_abcdefghijkl' }])
    const secrets = { 'the clone token': 'ghp_abcdefghijkl' }

    await expect(publisher.of(refuseToCompile).publish(publishRunOf(owner, 'review', { secrets, conversion }))).rejects.toMatchObject({
      name: 'PublishProblem',
      code: 'secret_in_output',
      message: expect.stringContaining('the value of the clone token'),
    })
    expect(Object.keys(await refsOf(server, owner))).toEqual(['heads/main'])
  })

  it('but not where a file holds what only the deployment knows: the refusal would tell that a guess was right', async ({ owner }) => {
    await setVariables(owner, { name: 'CUBEJS_DB_PASS', value: 'correct horse battery' }, { name: 'CUBEJS_API_SECRET', value: 'customers' })
    const conversion = givenConversion([{ name: 'customers', description: 'is correct horse battery' }])

    const { commit } = await publisher.of().publish(publishRunOf(owner, 'review', { conversion }))

    expect(await headOf(server, owner, 'review')).toBe(commit)
  })

  it('where a file of a person stands in its way', async ({ owner }) => {
    await givenFiles(server, owner, 'main', { [at('orders')]: 'cubes: []\n' })

    await expect(publisher.of().publish(publishRunOf(owner, 'review'))).rejects.toMatchObject({
      name: 'PublishProblem',
      code: 'file_not_generated',
    })
  })

  it('of a deployment that another tenant has', async () => {
    const [owner, stranger] = [await givenModeler(server), await givenModeler(server)]
    const refs = await refsOf(server, owner)

    const published = publisher.of().publish(publishRunOf({ ...owner, tenantId: stranger.tenantId }, 'review'))

    await expect(published).rejects.toMatchObject({ code: 'deployment_not_found' })
    expect(await refsOf(server, owner)).toEqual(refs)
  })

  it('when it is cancelled while it compiles, and leaves nothing behind', async ({ owner }) => {
    const cancelling = new AbortController()
    const compiling = publisher.of(async (input) => {
      cancelling.abort(new Error('cancelled'))
      input.signal.throwIfAborted()
      return plainReport
    })

    await expect(compiling.publish(publishRunOf(owner, 'review', { signal: cancelling.signal }))).rejects.toThrow('cancelled')
    expect(Object.keys(await refsOf(server, owner))).toEqual(['heads/main'])
    expect(await publisher.left()).toEqual([])
    await publisher.of().publish(publishRunOf(owner, 'review'))
  })
})
