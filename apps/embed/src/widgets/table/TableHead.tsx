import { memo } from 'react'
import type { WidgetWords } from '../words.ts'
import classes from './Table.module.css'
import type { TableColumn, TableSort } from './table-spec.ts'

type Props = { columns: readonly TableColumn[]; sort: TableSort | null; onSort: (sort: TableSort | null) => void; words: WidgetWords }

/** Smallest first, then largest first, then as the rows arrived. */
const nextSort = (member: string, sort: TableSort | null): TableSort | null => {
  if (sort?.member !== member) return { member, isDescending: false }
  return sort.isDescending ? null : { member, isDescending: true }
}

const ariaSort = (member: string, sort: TableSort | null): 'ascending' | 'descending' | undefined => {
  if (sort?.member !== member) return undefined
  return sort.isDescending ? 'descending' : 'ascending'
}

const labelOf = ({ shortTitle }: TableColumn, next: TableSort | null, words: WidgetWords): string => {
  if (next === null) return words.sortAsArrived(shortTitle)
  return next.isDescending ? words.sortDescending(shortTitle) : words.sortAscending(shortTitle)
}

const arrows = { ascending: '▲', descending: '▼' } as const

/** Kept as it is while rows come and go. */
export const TableHead = memo(({ columns, sort, onSort, words }: Props) => (
  <thead>
    <tr aria-rowindex={1}>
      {columns.map((column) => {
        const next = nextSort(column.member, sort)
        const sorted = ariaSort(column.member, sort)
        return (
          <th key={column.member} scope="col" aria-sort={sorted} className={column.type === 'number' ? classes['number'] : undefined}>
            <button
              type="button"
              className={classes['sort']}
              title={labelOf(column, next, words)}
              onClick={() => onSort(next)}
              // Browsers leave a header where it is that is seen in part.
              onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            >
              <span className={classes['title']}>{column.shortTitle}</span>
              <span className={classes['arrow']} aria-hidden="true">
                {sorted ? arrows[sorted] : ''}
              </span>
            </button>
          </th>
        )
      })}
    </tr>
  </thead>
))
