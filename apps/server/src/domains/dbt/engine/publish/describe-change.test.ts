import type { BranchDiff } from '@facet/contract'
import { describe, expect, vi } from 'vitest'
import {
  type Actor,
  enterDevMode,
  givenConversion,
  givenFiles,
  givenModeler,
  headOf,
  plainReport,
  publishRunOf,
  readRepository,
  refsOf,
  refusePushes,
  useGitHost,
  usePublisher,
  usePushes,
  useServer,
  withOwner,
} from '#test'
import { describeCommit, type DiffFormat, type SemanticDiff } from './describe-change.ts'
import type { Published } from './types.ts'

const host = useGitHost()
const server = useServer(host.settings)
const it = withOwner(server, () => givenModeler(server))
const publisher = usePublisher(server)
const at = (name: string): string => `model/cubes/dbt/dbt_${name}.yml`

type Sarif = {
  $schema: string
  version: string
  runs: {
    tool: { driver: { name: string; version: string; rules: { id: string; shortDescription: { text: string } }[] } }
    results: {
      ruleId: string
      ruleIndex: number
      level: string
      message: { text: string }
      locations: { physicalLocation: { artifactLocation: { uri: string; uriBaseId: string }; region: { startLine: number } } }[]
    }[]
  }[]
}

const documentsOf = (diff: SemanticDiff) => {
  if ('tooLarge' in diff) throw new Error(diff.tooLarge)
  return {
    json: JSON.parse(diff.json.toString()) as BranchDiff & Record<string, unknown>,
    markdown: diff.markdown.toString(),
    sarif: JSON.parse(diff.sarif.toString()) as Sarif,
  }
}

/** What the schema of SARIF 2.1.0 asks of the parts that are used here. */
const requireSarif = ({ $schema, version, runs }: Sarif): void => {
  expect([$schema, version]).toEqual(['https://json.schemastore.org/sarif-2.1.0.json', '2.1.0'])
  for (const { tool, results } of runs) {
    expect(tool.driver).toMatchObject({ name: expect.stringMatching(/./), version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
      expect(['none', 'note', 'warning', 'error']).toContain(level)
      expect(message.text).not.toBe('')
      for (const { physicalLocation } of locations) {
        expect(physicalLocation.artifactLocation.uri).toMatch(/^[^/:][^:\\]*$/)
        expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1)
      }
    }
  }
}

const { signal } = new AbortController()

const describeAs = (owner: Actor, { branch, base, head }: Pick<Published, 'branch' | 'base' | 'head'>, as: DiffFormat) =>
  readRepository(server, owner, (repository) =>
    describeCommit(server.services().models, repository, { tenantId: owner.tenantId, branchName: branch.name, base, head, signal }, as),
  )

const diffOf = async (owner: Actor, published: Published): Promise<SemanticDiff> => {
  const written = async (as: DiffFormat) => (await describeAs(owner, published, as)) ?? Buffer.from('')
  return { json: await written('json'), markdown: await written('markdown'), sarif: await written('sarif') }
}

const columns = { id: {}, amount: { data_type: 'integer' } }

describe('the semantic diff of a run', () => {
  it('says what its commit adds, changes and removes, in three forms', async ({ owner }) => {
    const first = await publisher
      .of()
      .publish(publishRunOf(owner, 'review', { conversion: givenConversion(['people', { name: 'orders', columns }]) }))
    const second = await publisher.of().publish(publishRunOf(owner, 'review', { conversion: givenConversion(['orders', 'visits']) }))
    // What comes later is not of this run.
    await givenFiles(server, owner, 'review', { 'model/later.yml': 'cubes:\n  - name: later\n    sql_table: later\n' })

    const { json, markdown, sarif } = documentsOf(await diffOf(owner, second))

    expect(json).toMatchObject({ branchName: 'review', lastHash: second.commit, baseBranch: 'review', baseHash: first.commit })
    expect(json.files).toEqual([
      { path: at('orders'), status: 'changed' },
      { path: at('people'), status: 'removed' },
      { path: at('visits'), status: 'added' },
    ])
    const changes = json.changes.map(({ kind, subject }) => [kind, subject.cube, subject.member ?? null].join(' ').trim())
    expect(changes).toEqual(expect.arrayContaining(['removed dbt_people', 'added dbt_visits', 'removed dbt_orders amount']))
    expect(markdown).toContain('**Data model:**')
    expect(markdown).toContain('dbt\\_people')
    requireSarif(sarif)
    expect(sarif.runs[0]?.results.map(({ level }) => level)).toContain('error')
    expect(sarif.runs[0]?.results).toHaveLength(json.changes.length)
  })

  it('of a preview is that of the commit, and nothing is changed by it', async ({ owner }) => {
    const run = publishRunOf(owner, 'review')
    const refs = await refsOf(server, owner)

    const previewed = await publisher.of().preview(run)

    expect(await refsOf(server, owner)).toEqual(refs)
    expect(previewed).toMatchObject({
      branch: { name: 'review', isNew: true },
      written: [at('orders'), at('people')],
      compiled: { cubes: 1 },
    })
    const before = documentsOf(previewed.diff)
    expect(before.json).toMatchObject({ lastHash: await headOf(server, owner, 'main'), baseBranch: 'main' })
    const after = documentsOf(await diffOf(owner, await publisher.of().publish(run)))
    expect({ ...before.json, lastHash: null }).toEqual({ ...after.json, lastHash: null })
    expect([before.markdown, before.sarif]).toEqual([after.markdown, after.sarif])
  })

  it('is told by the run itself where it was asked to, also when it is tried again', async ({ owner }) => {
    const run = publishRunOf(owner, 'review', { isDescribed: true })

    const published = await publisher.of().publish(run)
    const again = await publisher.of().publish(run)

    const told = published.diff && documentsOf(published.diff)
    expect(told).toEqual(documentsOf(await diffOf(owner, published)))
    expect(told?.json).toMatchObject({ lastHash: published.commit })
    expect(again.diff && documentsOf(again.diff)).toEqual({ ...told, json: { ...told?.json, baseBranch: 'review' } })
    expect((await publisher.of().publish(publishRunOf(owner, 'other'))).diff).toBeNull()
  })

  it('ends with the compiler: what is refused is not compared to its end', async ({ owner }) => {
    const signals: AbortSignal[] = []
    const models = {
      describe: ({ signal: asked }: { signal: AbortSignal }) => {
        signals.push(asked)
        return new Promise<Buffer>((_, reject) => asked.addEventListener('abort', () => reject(asked.reason as Error)))
      },
    }
    const errors = [{ file: null, line: null, message: 'wrong' }]
    const refused = publisher
      .of(async () => ({ ...plainReport, errors }), { models })
      .publish(publishRunOf(owner, 'review', { isDescribed: true }))

    await expect(refused).rejects.toMatchObject({ code: 'model_not_compiling' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('of a branch that holds all of it already is empty', async ({ owner }) => {
    await publisher.of().publish(publishRunOf(owner, 'review'))

    const { diff, written } = await publisher.of().preview(publishRunOf(owner, 'review'))

    const { json, markdown, sarif } = documentsOf(diff)
    expect([written, json.changes, json.files]).toEqual([[], [], []])
    expect(markdown).toContain('no change')
    requireSarif(sarif)
  })

  it('that is too large to be made fails nothing: it is told', async ({ owner }) => {
    const columnsOf = () => Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`c${n}`, { description: 'y'.repeat(9000) }]))
    const models = Array.from({ length: 24 }, (_, n) => ({ name: `m${n}`, columns: columnsOf() }))
    const run = publishRunOf(owner, 'review', { conversion: givenConversion(models) })

    expect(await publisher.of().preview(run)).toMatchObject({ diff: { tooLarge: expect.stringContaining('where 16 MB may be') } })
    const published = await publisher.of().publish(run)
    expect(published.commit).not.toBeNull()
    await expect(describeAs(owner, published, 'json')).rejects.toMatchObject({ status: 413, code: 'model_too_large' })
  })

  it('is not told of commits that the repository has no more', async ({ owner }) => {
    const published = await publisher.of().publish(publishRunOf(owner, 'review'))

    expect(await describeAs(owner, { ...published, head: 'f'.repeat(40) }, 'json')).toBeUndefined()
    expect(await describeAs(owner, { ...published, base: { branchName: 'main', commit: 'f'.repeat(40) } }, 'json')).toBeUndefined()
  })
})

const pushes = usePushes(host, server)

describe('a branch that a run wrote', () => {
  it('is pushed where a remote is connected', async () => {
    const { admin, repository } = await pushes.given()

    const { commit } = await publisher.of().publish(publishRunOf(admin, 'dbt-sync/1'))

    await vi.waitFor(async () => expect(await repository.find('refs/heads/dbt-sync/1')).toBe(commit), { timeout: 30_000 })
  })

  it('is there although the remote refuses it, and the push is tried again', async () => {
    const { admin, repository } = await pushes.given()
    const takeAgain = await refusePushes(repository)

    const { commit } = await publisher.of().publish(publishRunOf(admin, 'dbt-sync/1'))

    expect(await headOf(server, admin, 'dbt-sync/1')).toBe(commit)
    const stateOf = async () => (await admin.api.getRemote({ params: admin })).pushes.map(({ attempts }) => attempts)
    await vi.waitFor(async () => expect(await stateOf()).toEqual([1]), { timeout: 30_000 })
    await takeAgain()
    await pushes.retry(admin)
    expect(await repository.find('refs/heads/dbt-sync/1')).toBe(commit)
  })

  it('is not pushed where it is a personal branch', async () => {
    const { admin, repository } = await pushes.given()
    await refusePushes(repository)
    const branchName = await enterDevMode(admin)
    const [row] = await server.query<{ id: number }>('select principal_id::int as id from branches where name = $1', [branchName])
    const target = { branchName, expiresInSeconds: null, principalId: row?.id ?? 0 }

    const { commit } = await publisher.of().publish(publishRunOf(admin, branchName, { target }))

    expect(await headOf(server, admin, branchName)).toBe(commit)
    expect((await admin.api.getRemote({ params: admin })).pushes).toEqual([])
  })
})
