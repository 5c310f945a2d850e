import { createNumberFormat } from '../../format/format-number.ts'
import { createValueFormat, type ValueFormat } from '../../format/format-value.ts'
import type { BodyProps } from '../types.ts'
import classes from './Kpi.module.css'
import type { KpiBlock } from './kpi-spec.ts'
import { changeOf, columnOf, type KpiColumn, seriesOf, valueOf } from './kpi-values.ts'
import { sparklinePath } from './sparkline-path.ts'

type Of<Type extends KpiBlock['type']> = { block: Extract<KpiBlock, { type: Type }>; body: BodyProps }

const percent = { kind: 'percent', decimals: 1, isFixed: false } as const

const formatOf = (column: KpiColumn, { look, report, words }: BodyProps): ValueFormat =>
  createValueFormat(column, { locale: look.locale, report, words })

/** A value that a block names by member, or has written down. */
const resolved = (named: string | number, { data }: BodyProps): unknown => {
  if (typeof named === 'number') return named
  const column = columnOf(data, named)
  if (column) return valueOf(data, column)
  return Number.isNaN(Number(named)) ? null : Number(named)
}

export const NumberBlock = ({ block, body }: Of<'number'>) => {
  const column = columnOf(body.data, block.member)
  if (!column) return null
  return (
    <p className={classes['number']}>
      <span className={classes['label']}>{block.label ?? column.shortTitle}</span>
      <strong className={classes['value']}>{formatOf(column, body)(valueOf(body.data, column))}</strong>
    </p>
  )
}

const directionOf = (change: number): 'up' | 'down' | 'same' => {
  if (change === 0) return 'same'
  return change > 0 ? 'up' : 'down'
}
const arrows = { up: '▲', down: '▼', same: '■' } as const

export const ComparisonBlock = ({ block: { member, to, label }, body }: Of<'comparison'>) => {
  const { data, look, words } = body
  const column = columnOf(data, member)
  const before = to ?? data.columns.find(({ comparison }) => comparison?.of === member && comparison.output === 'previous')?.member
  if (!column || before === undefined) return null
  const other = resolved(before, body)
  const change = changeOf(valueOf(data, column), other)
  if (change === null) return null
  const direction = directionOf(change)
  return (
    <p className={classes['comparison']}>
      <b className={classes[direction]}>
        <span aria-hidden="true">{arrows[direction]}</span> {change > 0 ? '+' : ''}
        {createNumberFormat(look.locale, percent)(change)}
      </b>{' '}
      <span className={classes['label']}>{label ?? words.comparedTo(formatOf(column, body)(other))}</span>
    </p>
  )
}

export const ProgressBlock = ({ block: { member, target, label }, body }: Of<'progress'>) => {
  const column = columnOf(body.data, member)
  const [value, goal] = [column ? Number(valueOf(body.data, column)) : Number.NaN, Number(resolved(target, body))]
  if (!column || Number.isNaN(value) || !(goal > 0)) return null
  const write = formatOf(column, body)
  const text = body.words.progressOf(write(value), write(goal))
  return (
    <div className={classes['progress']}>
      <progress max={goal} value={Math.min(Math.max(value, 0), goal)} aria-label={label ?? text} />
      <p className={classes['share']}>
        <span className={classes['label']}>{label === null ? text : `${label}: ${text}`}</span>
        <b>{createNumberFormat(body.look.locale, { ...percent, decimals: 0 })(value / goal)}</b>
      </p>
    </div>
  )
}

const [width, height, edge] = [200, 40, 2]

export const SparklineBlock = ({ block: { member, timeDimension }, body }: Of<'sparkline'>) => {
  const { data } = body
  const column = columnOf(data, member)
  if (!column) return null
  const values = seriesOf(data, column, timeDimension)
  const path = sparklinePath(values, width, height)
  if (path === '') return null
  const write = formatOf(column, body)
  const known = values.filter((value) => value !== null)
  const range = [Math.min(...known), Math.max(...known)].map(write)
  return (
    <svg
      className={classes['sparkline']}
      viewBox={`${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={body.words.chartRange(column.shortTitle, range[0] ?? '', range[1] ?? '')}
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

export const TextBlock = ({ block: { text } }: Of<'text'>) => <p className={classes['text']}>{text}</p>
