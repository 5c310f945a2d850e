import type { Product } from './product.ts'

/** What a dashboard of the demo shows: a number, or rows of cells as they are written in English. */
export type Shown = {
  revenue: string
  orders: string
  returns: string
  overTime: string[][]
  categories: string[][]
  channels: string[][]
  countries: string[][]
  products: string[][]
}

export type Filter = { channels?: string[]; categories?: string[] }

const money = (column: string): string => `'$' || to_char(round(${column}), 'FM999,999,999')`
const count = (column: string): string => `to_char(${column}, 'FM999,999,999')`
const [revenue, orders, month] = ['revenue', 'orders', `to_char(month, 'FMMon YYYY')`]

/** Of one company's lines, those that the filter leaves. */
const lines = `
  with lines as (
    select l.quantity, l.quantity * l.unit_price as amount, o.id as order_id, o.status, o.channel, p.name, p.category, c.country,
      date_trunc('month', o.ordered_at at time zone 'UTC') as month
    from shop.line_items l join shop.orders o on o.id = l.order_id join shop.products p on p.id = l.product_id
      join shop.customers c on c.id = o.customer_id
    where l.company = $1 and ($2::text[] is null or o.channel = any($2)) and ($3::text[] is null or p.category = any($3))
  )`

const measured = (by: string): string => `
  select ${by === '' ? '' : `${by},`} sum(amount) filter (where status = 'completed') as revenue, count(distinct order_id) as orders,
    sum(quantity) as units, count(distinct order_id) filter (where status = 'returned') as returned,
    count(distinct order_id) filter (where status <> 'cancelled') as delivered
  from lines ${by === '' ? '' : `group by ${by}`}`

/** Rows are compared in no order of theirs. */
export const byCells = (one: readonly string[], other: readonly string[]): number => one.join('\t').localeCompare(other.join('\t'))

type Warehouse = Pick<Product, 'query'>

const asking =
  ({ query }: Warehouse, company: string, { channels, categories }: Filter) =>
  async (by: string, cells: string[]): Promise<string[][]> => {
    const text = `${lines} select array[${cells.join(', ')}] as cells from (${measured(by)}) measured`
    const rows = await query<{ cells: string[] }>(text, [company, channels ?? null, categories ?? null])
    return rows.map((row) => row.cells).toSorted(byCells)
  }

/** Asks the warehouse for the same by SQL of its own. Rows are in no order. */
export const warehouseSays = async (warehouse: Warehouse, company: string, filter: Filter = {}): Promise<Shown> => {
  const ask = asking(warehouse, company, filter)
  const [[total = '', ordered = '', rate = ''] = []] = await ask('', [
    money(revenue),
    count(orders),
    `to_char(round(100.0 * returned / delivered, 1), 'FM990.0') || '%'`,
  ])
  return {
    revenue: total,
    orders: ordered,
    returns: rate.replace('.0%', '%'),
    overTime: await ask('month', [month, money(revenue)]),
    categories: await ask('category', ['category', money(revenue)]),
    channels: await ask('channel, month', ['channel', month, count(orders)]),
    countries: await ask('country, month', ['country', month, money(revenue)]),
    products: await ask('name, category', ['name', 'category', money(revenue), count('units'), count(orders)]),
  }
}

/** What the dashboard of the examples shows: its money is written to the cent. */
export const categoriesOf = (warehouse: Warehouse, company: string, filter: Filter = {}): Promise<string[][]> =>
  asking(warehouse, company, filter)('category', ['category', `'$' || to_char(revenue, 'FM999,999,990.00')`, count(orders)])
