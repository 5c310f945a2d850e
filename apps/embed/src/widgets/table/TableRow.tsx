import { memo } from 'react'
import type { ValueFormat } from '../../format/format-value.ts'
import { isCutAt } from './column-widths.ts'
import classes from './Table.module.css'
import type { TableColumn } from './table-spec.ts'

type Props = {
  row: number
  place: number
  columns: readonly TableColumn[]
  formats: readonly ValueFormat[]
  widths: readonly number[]
}

const classOf = (type: string, isCut: boolean): string | undefined => {
  if (isCut) return `${classes['cut']} ${type === 'number' ? classes['number'] : ''}`
  return type === 'number' ? classes['number'] : undefined
}

/** One row in its place. Kept as it is while others come and go above and below it: scrolling writes only what is new. */
export const TableRow = memo(({ row, place, columns, formats, widths }: Props) => (
  <tr aria-rowindex={place + 2} className={place % 2 === 1 ? classes['odd'] : undefined}>
    {columns.map(({ member, type, values }, index) => {
      const text = formats[index]?.(values[row]) ?? ''
      // A cell that is cut says all of it when pointed at.
      const isCut = isCutAt(widths[index] ?? 0, text)
      return (
        <td key={member} className={classOf(type, isCut)} title={isCut ? text : undefined}>
          {text}
        </td>
      )
    })}
  </tr>
))
