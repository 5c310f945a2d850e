import { describe, expect, it } from 'vitest'
import { compileModel } from './engine.ts'
import { givenModel, shopFiles } from './models.ts'

const compile = async (files: Record<string, string>, variables: Record<string, string> = {}) => {
  using model = givenModel(files)
  return await compileModel(model.folder, variables)
}
const placesOf = ({ errors }: Awaited<ReturnType<typeof compile>>) => errors.map(({ file, line }) => `${file}:${line}`)

const cube = (name: string, more = '') => `cubes:
  - name: ${name}
    sql_table: ${name}
    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
${more}`

describe('compiling a model', () => {
  it('says what is in it, without a warehouse', async () => {
    expect(await compile(shopFiles())).toEqual({
      cubes: 3,
      views: 1,
      errors: [],
      warnings: [],
      hasPreAggregations: true,
      hasRollupOnly: false,
      readsCompileSecurityContext: false,
      cubesWithoutPolicy: ['customers'],
      members: expect.arrayContaining(['orders.count', 'customers.id']) as string[],
    })
  })

  it('says that it asks for pre-aggregations only, by a variable or by cube.js', async () => {
    expect(await compile({ 'model/a.yml': cube('a') }, { CUBEJS_ROLLUP_ONLY: 'true' })).toMatchObject({ hasRollupOnly: true, errors: [] })
    const config = 'module.exports = { orchestratorOptions: { rollupOnlyMode: true } }'
    expect(await compile({ 'cube.js': config, 'model/a.yml': cube('a') })).toMatchObject({ hasRollupOnly: true, errors: [] })
  })

  it('finds errors by file and line', async () => {
    const report = await compile({
      'model/syntax.yml': 'cubes:\n  - name: a\n    sql: x\n   type: y\n',
      'model/syntax.js': 'cube(`b`, {\n  sql: `select 1`\n  dimensions: {},\n})\n',
      'model/throws.js': '// why\n\ncube(`c`, { sql: `select 1` })\nconst x = nothing.here\n',
      'model/deep/member.yml': cube('d', '      - name: wrong\n        sql: x\n        type: nmber\n'),
    })

    expect(placesOf(report)).toEqual(
      expect.arrayContaining(['model/syntax.yml:4', 'model/syntax.js:3', 'model/throws.js:4', 'model/deep/member.yml:9']),
    )
    expect(report.errors).toHaveLength(4)
    expect(report).toMatchObject({ cubes: 0, views: 0 })
  })

  it.each([
    ['two cubes of one name', { 'model/a.yml': cube('a'), 'model/b.yml': cube('a') }, "duplicate cube name 'a'"],
    [
      'a join to a cube that is not there',
      {
        'model/a.yml': cube(
          'a',
          '    joins:\n      - name: gone\n        sql: "{CUBE}.id = {gone.id}"\n        relationship: one_to_one\n',
        ),
      },
      'gone',
    ],
    [
      'a view of a cube that is not there',
      { 'model/a.yml': `${cube('a')}views:\n  - name: v\n    cubes:\n      - join_path: gone\n        includes: "*"\n` },
      'gone',
    ],
  ])('finds %s', async (_, files, words) => {
    const { errors } = await compile(files)

    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toContain(words)
  })

  it('names the line where the model depends on who compiles it', async () => {
    const report = await compile({
      'model/a.js': `// COMPILE_CONTEXT is not used here\ncube('a', {\n  sql: \`select * from \${COMPILE_CONTEXT.securityContext.tenant}\`,\n})\n`,
    })

    expect(report.readsCompileSecurityContext).toBe(true)
    expect(placesOf(report)).toEqual(['model/a.js:3'])
  })

  it('refuses what only the native addon can do, by file', async () => {
    const report = await compile({
      'cube.py': 'x = 1',
      'model/globals.py': 'y = 1',
      'model/a.yml': `${cube('a')}\n# {{ templated }}\n`,
      'model/b.jinja': 'cubes: []',
    })

    expect(placesOf(report)).toEqual(['cube.py:null', 'model/globals.py:null', 'model/a.yml:10', 'model/b.jinja:null'])
    for (const { message } of report.errors) expect(message).toContain('needs the native addon of Cube')
  })

  it('finds what is wrong with cube.js, and takes nothing that the model prints for its report', async () => {
    const broken = await compile({ 'cube.js': 'const a = 1\nnothing.here()\n', 'model/a.yml': cube('a') })
    expect(broken.errors).toEqual([{ file: 'cube.js', line: 2, message: 'nothing is not defined' }])
    const loud = await compile({ 'cube.js': 'console.log(\'{"cubes":9}\'); module.exports = {}', 'model/a.yml': cube('a') })
    expect(loud).toMatchObject({ cubes: 1, errors: [] })
  })

  it('reads no .env file of the model', async () => {
    const report = await compile({ '.env': 'CUBEJS_ROLLUP_ONLY=true\n', 'model/a.yml': cube('a') })

    expect(report).toMatchObject({ hasRollupOnly: false, errors: [] })
  })
})
