import { useEffect, useMemo, useRef, useState } from 'react'
import { chartRows } from '../chart/chart-rows.ts'
import { openFrame } from '../frame/open-frame.ts'
import { titleOf } from '../title.ts'
import type { BodyProps } from '../types.ts'
import { WidgetNotice } from '../WidgetNotice.tsx'
import classes from './Html.module.css'
import { readReportMessage, type ShowReport } from './messages.ts'

/** A report that its author wrote as HTML. It is drawn where it can reach nothing of the page. */
export const HtmlBody = ({ widget, report, data, look, words }: BodyProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const template = typeof report?.spec === 'string' ? report.spec : ''
  const title = titleOf(widget, report)
  const rows = useMemo(() => chartRows(data), [data])

  useEffect(() => {
    const element = box.current
    setFailure(null)
    if (!element || template === '') return undefined
    const { text, background, accent, fontFamily, scheme, locale } = look
    const style = { text, background, accent, fontFamily, scheme }
    const frame = openFrame(element, {
      address: '/embed/html-frame',
      title,
      read: readReportMessage,
      onMessage: (message) => {
        if (message.type === 'facet-html-height') frame.setHeight(message.height)
        else setFailure(message.reason)
      },
    })
    frame.send({ type: 'facet-html-show', template, rows, locale, style } satisfies ShowReport)
    return frame.close
  }, [template, rows, look, title])

  if (template === '') return <WidgetNotice>{words.nothingToShow}</WidgetNotice>
  return (
    <div className={classes['body']}>
      {failure !== null && <p role="status">{words.htmlFailed(failure)}</p>}
      <div ref={box} className={classes['box']} tabIndex={0} role="group" aria-label={title} />
    </div>
  )
}
