import type { BodyProps } from '../types.ts'
import { WidgetNotice } from '../WidgetNotice.tsx'
import { ComparisonBlock, NumberBlock, ProgressBlock, SparklineBlock, TextBlock } from './KpiBlocks.tsx'
import classes from './Kpi.module.css'
import { type KpiBlock, readKpiSpec } from './kpi-spec.ts'

const Block = ({ block, body }: { block: KpiBlock; body: BodyProps }) => {
  switch (block.type) {
    case 'number':
      return <NumberBlock block={block} body={body} />
    case 'comparison':
      return <ComparisonBlock block={block} body={body} />
    case 'progress':
      return <ProgressBlock block={block} body={body} />
    case 'sparkline':
      return <SparklineBlock block={block} body={body} />
    case 'text':
      return <TextBlock block={block} body={body} />
    default:
      return block
  }
}

/** One number and what belongs to it. */
export const KpiBody = (props: BodyProps) => {
  const { report, data, words } = props
  if (data.rowCount === 0) return <WidgetNotice>{words.noRows}</WidgetNotice>
  const blocks = readKpiSpec(report, data)
  if (blocks.length === 0) return <WidgetNotice>{words.nothingToShow}</WidgetNotice>
  return (
    <div className={classes['kpi']}>
      {blocks.map((block, index) => (
        // Blocks have no name and keep their order for as long as the report is shown.
        <Block key={`${index} ${block.type}`} block={block} body={props} />
      ))}
    </div>
  )
}
