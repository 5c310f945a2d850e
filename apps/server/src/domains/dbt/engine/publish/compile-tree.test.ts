import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { ChildLimitExceeded } from '#adapters/children'
import {
  givenConversion,
  givenFiles,
  givenModeler,
  plainReport,
  publishRunOf,
  refsOf,
  setVariables,
  usePublisher,
  useServer,
  withOwner,
} from '#test'

const server = useServer()
const it = withOwner(server, () => givenModeler(server)).extend('modeler', () => givenModeler(installed))
const publisher = usePublisher(server)
// Real Cube behind walls, where tools/setup installed it. Those see nothing in a folder of the database's user.
const folder = mkdtempSync(join(tmpdir(), 'facet-engine-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const installed = useServer({
  FACET_ENGINES_FOLDER: process.env['FACET_ENGINES_FOLDER'] ?? '/nonexistent',
  FACET_SANDBOX: 'degraded',
  FACET_DATA_FOLDER: folder,
})
const realPublisher = usePublisher(installed)
const real = () => {
  const { modelCompiler, buildFolder } = installed.services()
  return realPublisher.of(null, { modelCompiler, buildFolder })
}

const at = (name: string): string => `model/cubes/dbt/dbt_${name}.yml`
const overlay =
  'cubes:\n  - name: orders\n    extends: dbt_orders\n    measures:\n      - name: most\n        sql: "{CUBE}.id"\n        type: max\n'
const problemOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)

describe('the tree that a run makes', () => {
  it('is compiled whole by the engine, with overlays, before anything is committed', async ({ modeler: owner }) => {
    await givenFiles(installed, owner, 'main', { 'model/orders.yml': overlay })

    const published = await real().publish(publishRunOf(owner, 'review'))

    expect(published.compiled).toMatchObject({ cubes: 3, errors: [] })
    expect((await refsOf(installed, owner))['heads/review']).toBe(published.commit)
  })

  it('is refused with file, line, dbt model and column when the engine refuses it', async ({ modeler: owner }) => {
    const conversion = givenConversion([{ name: 'orders', columns: { id: {}, amount: { data_type: 'integer' } } }])
    const broken = {
      ...conversion,
      files: conversion.files.map((file) => ({
        ...file,
        content: file.content.replace('type: number\n    measures', 'type: wrong\n    measures'),
      })),
    }

    const problem = await problemOf(real().publish(publishRunOf(owner, 'review', { conversion: broken })))

    expect(problem).toMatchObject({
      name: 'PublishProblem',
      code: 'model_not_compiling',
      message: expect.stringMatching(/^The generated cubes do not compile, so nothing was committed\.\nmodel\/cubes\/dbt\/dbt_orders\.yml/),
      problems: [
        {
          file: at('orders'),
          line: 12,
          model: { column: 'amount', modelId: 'model.shop.orders', file: 'models/marts/orders.sql', cube: 'dbt_orders' },
        },
      ],
    })
    expect(Object.keys(await refsOf(installed, owner))).toEqual(['heads/main'])
  })

  it('is refused where a file that stays extends a cube that goes, and the file is named', async ({ modeler: owner }) => {
    await real().publish(publishRunOf(owner, 'review'))
    await givenFiles(installed, owner, 'review', { 'model/orders.yml': overlay })

    const problem = await problemOf(real().publish(publishRunOf(owner, 'review', { conversion: givenConversion(['people']) })))

    expect(problem).toMatchObject({
      code: 'model_not_compiling',
      message: expect.stringContaining('model/orders.yml:3 extends dbt_orders, which goes'),
      problems: [{ model: null }],
    })
  })

  it('that goes over a limit of the compiler is refused like one that is wrong', async ({ owner }) => {
    const compile = () => Promise.reject(new ChildLimitExceeded('memory', '512 MB of memory'))

    const problem = await problemOf(publisher.of(compile).publish(publishRunOf(owner, 'review')))

    expect(problem).toMatchObject({ code: 'model_not_compiling', message: expect.stringContaining('512 MB of memory') })
  })

  it('says the names of variables for their values', async ({ owner }) => {
    await setVariables(owner, { name: 'CUBEJS_DB_PASS', value: 'correct horse battery' })
    const errors = [{ file: at('orders'), line: 8, message: 'no column "correct horse battery"' }]

    const problem = await problemOf(publisher.of(async () => ({ ...plainReport, errors })).publish(publishRunOf(owner, 'review')))

    expect(String(problem)).toContain(
      `${at('orders')}:8 (dbt model model.shop.orders in models/marts/orders.sql, column id): no column "[CUBEJS_DB_PASS]"`,
    )
  })

  it('has what the compiler says of no file told by the cube that it names', async ({ owner }) => {
    const errors = [
      { file: null, line: null, message: "primary key for 'dbt_people' is required when join is defined" },
      { file: null, line: null, message: 'Something else' },
    ]

    const problem = await problemOf(publisher.of(async () => ({ ...plainReport, errors })).publish(publishRunOf(owner, 'review')))

    expect(problem).toMatchObject({
      problems: [
        { file: at('people'), line: null, model: { modelId: 'model.shop.people', column: null } },
        { file: null, model: null },
      ],
    })
  })

  it('may be tried again where the engine is away', async ({ owner }) => {
    const { modelCompiler } = server.services()

    const problem = await problemOf(publisher.of(null, { modelCompiler }).publish(publishRunOf(owner, 'review')))

    expect(problem).toMatchObject({ name: 'Failure', code: 'engine_unavailable' })
  })
})
