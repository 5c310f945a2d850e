import { describe, expect, it } from 'vitest'
import { compileModel, contextOf, startEngine } from '../../cube-process/test/engine.ts'
import { givenModel } from '../../cube-process/test/models.ts'
import type { Conversion } from '../src/index.ts'
import { convertProject } from './projects.ts'

const modelOf = ({ files }: Pick<Conversion, 'files'>, more: Record<string, string> = {}) =>
  givenModel({ ...Object.fromEntries(files.map(({ path, content }) => [path, content])), ...more })

describe('the engine', () => {
  it('compiles every project', async () => {
    const names = ['shop', 'relationships', 'composite_keys', 'kinds', 'custom_schemas', 'hostile_names']
    const all = names.map((name) => convertProject(name, { hasReverseJoins: true, namePrefix: `${name}_`, outputPath: `model/${name}` }))
    const files = all.flatMap((conversion) => conversion.files)
    using model = modelOf({ files })

    expect(await compileModel(model.folder)).toMatchObject({ errors: [], cubes: files.length })
  })

  it('refuses what the reference would have written', async () => {
    using model = modelOf(convertProject('relationships', { hasUnprovenJoins: true }))

    const { errors } = await compileModel(model.folder)
    expect(errors.map(({ message }) => message).join('\n')).toContain("primary key for 'dbt_page_views' is required")
  })

  it('shows hostile text as it is, and evaluates nothing of it', async () => {
    using model = modelOf(convertProject('hostile_names', { policyStubGroups: ['analysts'] }))
    const engine = await startEngine(model.folder, { CUBEJS_DB_TYPE: 'postgres' })
    try {
      const analyst = engine.as(contextOf(['analysts']))
      const meta = (await analyst.meta()).body as unknown as {
        cubes: { name: string; title: string; description: string; dimensions: { name: string; description?: string }[] }[]
      }
      const orders = meta.cubes.find(({ name }) => name === 'dbt_Orders_2024')

      expect(orders?.description).toBe(
        ["Costs  or {{ env_var('HOME') }} {% if x %} $", '{process.exit()} \\`+process.exit()+\\` {CUBE}'].join(''),
      )
      expect(orders?.dimensions.find(({ name }) => name === 'dbt_Orders_2024.order')?.description).toBe(
        '{{ drop }} "quoted" \'single\' # not a comment\n- not: a list',
      )
      expect(meta.cubes.find(({ name }) => name === 'dbt_select')?.title).toBe('(dbt) {{ title }}')

      const query = { dimensions: ['dbt_Orders_2024.a___drop_table_x____'], measures: ['dbt_Orders_2024.total_unit_price'] }
      const sql = JSON.stringify((await analyst.sql(query)).body)
      expect(sql).toContain(JSON.stringify('."a""; drop table x; --"').slice(1, -1))
    } finally {
      await engine.stop()
    }
  })

  it('compiles an overlay that extends a generated cube', async () => {
    const overlay = `cubes:
  - name: orders
    extends: dbt_orders
    measures:
      - name: average_amount
        sql: "{CUBE}.amount"
        type: avg
`
    using model = modelOf(convertProject('shop'), { 'model/cubes/orders.yml': overlay })

    expect(await compileModel(model.folder)).toMatchObject({ errors: [], cubes: 5 })
  })
})
