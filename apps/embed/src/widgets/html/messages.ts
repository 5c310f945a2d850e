import type { FrameStyle } from '../frame/in-frame.ts'

/** What the page and the frame of an HTML report say to each other. There is no token in it: the frame has nothing to ask for. */
export type ShowReport = {
  type: 'facet-html-show'
  template: string
  /** One object for each row, with the names of members. */
  rows: readonly Record<string, unknown>[]
  locale: string
  style: FrameStyle
}

export type ReportMessage = { type: 'facet-html-height'; height: number } | { type: 'facet-html-failed'; reason: string }

const maxHeightPx = 20_000

export const readReportMessage = (sent: unknown): ReportMessage | null => {
  if (typeof sent !== 'object' || sent === null || !('type' in sent)) return null
  if (sent.type === 'facet-html-height' && 'height' in sent && typeof sent.height === 'number' && sent.height >= 0)
    return { type: sent.type, height: Math.min(Math.ceil(sent.height), maxHeightPx) }
  if (sent.type === 'facet-html-failed' && 'reason' in sent && typeof sent.reason === 'string')
    return { type: sent.type, reason: sent.reason.slice(0, 300) }
  return null
}
