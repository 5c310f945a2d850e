'use client'

import { createElement, type CSSProperties, type FunctionComponent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { type Change, type Embed, type EmbedEvent, EmbedError, type Options } from './index.ts'
import { openEmbed } from './embed.ts'
import { warn } from './warn.ts'

export type FacetDashboardProps = Options & {
  onEvent?: (event: EmbedEvent) => void
  /** Whatever went wrong, passing or not: `retryable` says whether the embed goes on by itself. */
  onError?: (error: EmbedError) => void
  className?: string
  style?: CSSProperties
  /** From React 19 on. */
  ref?: Ref<FacetDashboardHandle>
}

/** What is asked of a dashboard that is there; what is shown, props say. */
export type FacetDashboardHandle = Pick<Embed, 'refresh' | 'renew'>

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

type Said = Readonly<Record<string, string | undefined>>

/** Each part as it would be sent. */
const saidBy = (live: Change): Said => Object.fromEntries(Object.entries(live).map(([part, value]) => [part, JSON.stringify(value)]))

/** A dashboard in a frame. Props that can change while people look do so without a new frame; callbacks may be new at every rendering. */
export const FacetDashboard: FunctionComponent<FacetDashboardProps> = (props) => {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const embed = useRef<Embed>(undefined)
  const said = useRef<Said>({})
  const { url, title, publicId, surface, height, loading, allow, className, style, ref } = props
  const live = JSON.stringify(liveOf(props))

  useEffect(() => void (latest.current = props))

  useEffect(() => {
    const { session, onEvent: _event, onError: _error, className: _class, style: _style, ref: _ref, ...options } = latest.current
    const onError = (error: unknown): void => latest.current.onError?.(error as EmbedError)
    try {
      const opened = openEmbed(
        box.current as Element,
        { ...options, session: (why, signal) => latest.current.session(why, signal) },
        session,
      )
      opened.on('*', (event) => {
        latest.current.onEvent?.(event)
        if (event.payload instanceof EmbedError) onError(event.payload)
      })
      said.current = saidBy(liveOf(latest.current))
      embed.current = opened
      return opened.destroy
    } catch (error) {
      warn(String(error))
      return onError(error)
    }
    // What was refused for a missing name is tried again when the name is there.
  }, [url, surface, height, loading, allow?.join(), !title || !publicId])

  useEffect(() => {
    const next = liveOf(latest.current)
    const [before, now] = [said.current, saidBy(next)]
    said.current = now
    // What viewers chose goes with filters that are said: those that were said before are not said again.
    const change = Object.fromEntries(Object.entries(next).filter(([part]) => now[part] !== before[part]))
    // It fails with what was told as an event.
    if (Object.keys(change).length > 0) embed.current?.set(change).catch(() => undefined)
  }, [live])

  useImperativeHandle(
    ref,
    () => ({
      refresh: async () => embed.current?.refresh(),
      renew: async () => embed.current?.renew(),
    }),
    [],
  )

  useEffect(() => box.current?.firstElementChild?.setAttribute('title', title), [title])

  return createElement('div', { ref: box, className, style })
}
