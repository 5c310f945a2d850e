import { describe, expect, it } from 'vitest'
import { compileModel, contextOf, startEngine } from '../../cube-process/test/engine.ts'
import { givenModel } from '../../cube-process/test/models.ts'
import type { Conversion } from '../src/index.ts'
import { convertProject, projects } from './projects.ts'

const modelOf = ({ files }: Pick<Conversion, 'files'>, more: Record<string, string> = {}) =>
  givenModel({ ...Object.fromEntries(files.map(({ path, content }) => [path, content])), ...more })

describe('the engine', () => {
  it('compiles every project', async () => {
    const all = Object.keys(projects).map((name) =>
      convertProject(name, { hasReverseJoins: true, namePrefix: `${name}_`, outputPath: `model/${name}` }),
    )
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

  it('makes SQL of semantic models and metrics, with filters, and shows nothing of personal data', async () => {
    using model = modelOf(convertProject('semantics'))
    const engine = await startEngine(model.folder, { CUBEJS_DB_TYPE: 'postgres' })
    try {
      const staff = engine.as(contextOf(['staff']))
      const meta = (await staff.meta()).body as unknown as { cubes: { name: string; measures: { name: string; title: string }[] }[] }
      const orders = meta.cubes.find(({ name }) => name === 'dbt_orders')?.measures ?? []
      expect(orders.map(({ name }) => name)).toContain('dbt_orders.paid_share')
      expect(orders.map(({ name }) => name)).not.toContain('dbt_orders.last_email')

      const query = {
        dimensions: ['dbt_orders.size', 'dbt_customers.region'],
        measures: ['dbt_orders.paid_revenue', 'dbt_orders.paid_share', 'dbt_orders.unpaid_share', 'dbt_orders.gifts', 'dbt_orders.buyers'],
      }
      const { sql } = (await staff.sql(query)).body as unknown as { sql: { sql: [string] } }
      for (const part of [
        `(case when "dbt_orders".amount >= 100 then 'large' else 'small' end) "dbt_orders__size"`,
        `CASE WHEN ("dbt_orders".status = 'paid') AND `,
        `LEFT JOIN analytics.customers AS "dbt_customers" ON "dbt_orders".customer_id = "dbt_customers".customer_id`,
        `COUNT(distinct "dbt_orders".email) "dbt_orders__buyers"`,
        `sum(case when "dbt_orders".is_gift then 1 else 0 end) "dbt_orders__gifts"`,
        ` / nullif(sum("dbt_orders".amount), 0) "dbt_orders__paid_share"`,
      ])
        expect(sql.sql[0].toLowerCase()).toContain(part.toLowerCase())
      // What is calculated from something calculated is not torn apart by precedence.
      expect(sql.sql[0]).toMatch(
        /\(sum\("dbt_orders"\.amount\) - sum\(CASE .* END\)\) \/ nullif\(sum\("dbt_orders"\.amount\), 0\) "dbt_orders__unpaid_share"/,
      )
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
