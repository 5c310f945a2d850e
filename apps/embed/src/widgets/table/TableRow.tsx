import { memo } from 'react'
import type { ValueFormat } from '../../format/format-value.ts'
import classes from './Table.module.css'
import type { TableColumn } from './table-spec.ts'

type Props = { row: number; place: number; columns: readonly TableColumn[]; formats: readonly ValueFormat[] }

// From this length on a cell is likely cut, and says all of it when pointed at.
const longText = 24

/** One row in its place. Kept as it is while others come and go above and below it: scrolling writes only what is new. */
export const TableRow = memo(({ row, place, columns, formats }: Props) => (
  <tr aria-rowindex={place + 2} className={place % 2 === 1 ? classes['odd'] : undefined}>
    {columns.map(({ member, type, values }, index) => {
      const text = formats[index]?.(values[row]) ?? ''
      return (
        <td key={member} className={type === 'number' ? classes['number'] : undefined} title={text.length > longText ? text : undefined}>
          {text}
        </td>
      )
    })}
  </tr>
))
