import { Suspense } from 'react'
import { bodies } from './bodies.ts'
import { lazyPart } from './lazy-part.tsx'
import type { BodyProps, WidgetBodyProps } from './types.ts'
import { WidgetErrors } from './WidgetErrors.tsx'
import { WidgetNotice } from './WidgetNotice.tsx'
import { englishWords, type WidgetWords } from './words.ts'

const ChartBody = lazyPart(async () => (await bodies.vega()).ChartBody)
const DataTable = lazyPart(async () => (await bodies.table()).DataTable)
const KpiBody = lazyPart(async () => (await bodies.kpi()).KpiBody)
const MarkdownBody = lazyPart(async () => (await bodies.text()).MarkdownBody)
const HtmlBody = lazyPart(async () => (await bodies.html()).HtmlBody)

const ReportBody = (props: BodyProps) => {
  const { report, chart, words, isCreatorContent } = props
  switch (report?.kind) {
    case 'vega':
      return chart?.vega ? (
        <ChartBody {...props} vega={chart.vega} isFramed={isCreatorContent} />
      ) : (
        <WidgetNotice>{chart?.refusal?.message ?? words.chartRefused}</WidgetNotice>
      )
    case 'kpi':
      return <KpiBody {...props} />
    case 'html':
      return <HtmlBody {...props} />
    case 'map':
      return <DataTable {...props} note={words.mapAsTable} />
    default:
      return <DataTable {...props} />
  }
}

const Body = ({ words, ...props }: WidgetBodyProps & { words: WidgetWords }) => {
  const { widget, data } = props
  if (widget.type === 'TEXT') {
    const text = widget.config?.['text']
    return typeof text === 'string' ? <MarkdownBody text={text} /> : null
  }
  // Whether rows are on their way or cannot come, is said by what is around the body.
  return widget.type === 'CHART' && data ? <ReportBody {...props} data={data} words={words} /> : null
}

/** What a widget shows of its rows or its text. */
export const WidgetBody = ({ words = englishWords, ...props }: WidgetBodyProps & { words?: WidgetWords }) => (
  <WidgetErrors words={words} data={props.data}>
    <Suspense fallback={<WidgetNotice>{words.loading}</WidgetNotice>}>
      <Body {...props} words={words} />
    </Suspense>
  </WidgetErrors>
)
