'use client'

import { createElement, type CSSProperties, type FunctionComponent, useEffect, useRef } from 'react'
import { type Change, type Embed, type EmbedEvent, EmbedError, type Options } from './index.ts'
import { openEmbed } from './embed.ts'

export type FacetDashboardProps = Options & {
  onEvent?: (event: EmbedEvent) => void
  /** Whatever went wrong, passing or not: `retryable` says whether the embed goes on by itself. */
  onError?: (error: EmbedError) => void
  className?: string
  style?: CSSProperties
}

/** What a prop that is gone means: everything as if it had never been there. */
const liveOf = ({ publicId, filters = {}, theme = {}, scheme = 'auto', locale, timezone, allowExport }: FacetDashboardProps): Change => ({
  publicId,
  filters,
  theme,
  scheme,
  locale,
  timezone,
  allowExport,
})

/** A dashboard in a frame. Props that can change while people look do so without a new frame; callbacks may be new at every rendering. */
export const FacetDashboard: FunctionComponent<FacetDashboardProps> = (props) => {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const embed = useRef<Embed>(undefined)
  const said = useRef('')
  const { url, title, publicId, surface, height, loading, allow, className, style } = props
  const live = JSON.stringify(liveOf(props))

  useEffect(() => void (latest.current = props))

  useEffect(() => {
    const { session } = latest.current
    const onError = (error: unknown): void => latest.current.onError?.(error as EmbedError)
    try {
      const opened = openEmbed(
        box.current as Element,
        { ...latest.current, session: (why, signal) => latest.current.session(why, signal) },
        session,
      )
      opened.on('*', (event) => {
        latest.current.onEvent?.(event)
        if (event.payload instanceof EmbedError) onError(event.payload)
      })
      said.current = JSON.stringify(liveOf(latest.current))
      embed.current = opened
      return opened.destroy
    } catch (error) {
      return onError(error)
    }
    // What was refused for a missing name is tried again when the name is there.
  }, [url, surface, height, loading, allow?.join(), !title || !publicId])

  useEffect(() => {
    if (said.current === live) return
    said.current = live
    // It fails with what was told as an event.
    embed.current?.set(liveOf(latest.current)).catch(() => undefined)
  }, [live])

  useEffect(() => box.current?.firstElementChild?.setAttribute('title', title), [title])

  return createElement('div', { ref: box, className, style })
}
