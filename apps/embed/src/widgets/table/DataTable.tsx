import { type ReactNode, useMemo, useState } from 'react'
import { createValueFormat } from '../../format/format-value.ts'
import type { BodyProps } from '../types.ts'
import { titleOf } from '../title.ts'
import { Actions } from '../Actions.tsx'
import { columnWidths } from './column-widths.ts'
import { csvOf } from './csv.ts'
import { saveFile } from './save-file.ts'
import { sortRows } from './sort-rows.ts'
import classes from './Table.module.css'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { columnsOf, readTableSpec, type TableSort } from './table-spec.ts'
import { totalsOf } from './totals.ts'
import { useScrollBox } from './use-scroll-box.ts'

type Props = Pick<BodyProps, 'widget' | 'report' | 'data' | 'look' | 'mayDownload' | 'onDownload' | 'words'> & {
  /** What else can be done, such as going back to the chart. */
  more?: ReactNode
  /** What is said of the rows besides. */
  note?: string
}

/** A table of any number of rows, of which those in sight are in the document. It counts and numbers all of them. */
export const DataTable = ({ widget, report, data, look, mayDownload, onDownload, words, more, note }: Props) => {
  const { locale } = look
  const spec = useMemo(() => readTableSpec(report), [report])
  const columns = useMemo(() => columnsOf(data, spec), [data, spec])
  const formats = useMemo(
    () => columns.map((column) => createValueFormat(column, { locale, report, words })),
    [columns, locale, report, words],
  )
  const totals = useMemo(() => totalsOf(columns, data, spec), [columns, data, spec])
  const widths = useMemo(() => columnWidths(columns, formats, totals), [columns, formats, totals])
  const [sort, setSort] = useState<TableSort | null>(spec.sort)
  const order = useMemo(() => {
    const column = columns.find(({ member }) => member === sort?.member)
    return sortRows(data.rowCount, column && sort ? { column, isDescending: sort.isDescending } : null, locale)
  }, [columns, data.rowCount, sort, locale])
  const { box, rows } = useScrollBox(data.rowCount)

  // To make one takes as long as all rows that a step of scrolling brings.
  const count = useMemo(() => new Intl.NumberFormat(locale).format(data.rowCount), [locale, data.rowCount])
  const title = titleOf(widget, report)
  const download = (): void => {
    saveFile(`${title}.csv`, csvOf(columns, order, locale), 'text/csv;charset=utf-8')
    onDownload({ format: 'csv', target: 'widget', widgetId: widget.id, title, rowCount: data.rowCount })
  }
  const numbered = (index: number): string | undefined => (columns[index]?.type === 'number' ? classes['number'] : undefined)
  // The first column stands for the row where it is what the measures are grouped by.
  const totalAt = columns.findIndex(({ kind }) => kind !== 'measure')

  return (
    <div className={classes['body']}>
      <div className={classes['box']} ref={box} tabIndex={0} role="group" aria-label={words.tableName(title, count)}>
        <table className={classes['table']} aria-rowcount={data.rowCount + 1 + Number(totals !== null)}>
          <colgroup>
            {columns.map(({ member }, index) => (
              <col key={member} style={{ width: `${widths[index] ?? 0}ch` }} />
            ))}
          </colgroup>
          <TableHead columns={columns} sort={sort} onSort={setSort} words={words} />
          <tbody>
            {rows.abovePx > 0 && (
              <tr aria-hidden="true" style={{ height: rows.abovePx }}>
                <td colSpan={columns.length} />
              </tr>
            )}
            {order.slice(rows.first, rows.end).map((row, index) => (
              <TableRow key={row} row={row} place={rows.first + index} columns={columns} formats={formats} widths={widths} />
            ))}
            {rows.belowPx > 0 && (
              <tr aria-hidden="true" style={{ height: rows.belowPx }}>
                <td colSpan={columns.length} />
              </tr>
            )}
          </tbody>
          {totals && (
            <tfoot>
              <tr aria-rowindex={data.rowCount + 2}>
                {columns.map(({ member }, index) =>
                  index === totalAt ? (
                    <th key={member} scope="row">
                      {words.total}
                    </th>
                  ) : (
                    <td key={member} className={numbered(index)}>
                      {totals[index] === undefined ? '' : formats[index]?.(totals[index])}
                    </td>
                  ),
                )}
              </tr>
            </tfoot>
          )}
        </table>
        {data.rowCount === 0 && <p className={classes['none']}>{words.noRows}</p>}
      </div>
      {rows.isPart && <p className={classes['printed']}>{words.partPrinted(count)}</p>}
      <Actions note={data.isTruncated ? words.truncated(count) : (note ?? null)}>
        {more}
        {mayDownload && data.rowCount > 0 && (
          <button type="button" onClick={download}>
            {words.downloadCsv}
          </button>
        )}
      </Actions>
    </div>
  )
}
