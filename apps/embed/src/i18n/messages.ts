import type { WidgetWords } from '../widgets/words.ts'

/** What the page says. Each language has all of it: one that lacks a part does not compile. */
export type Messages = {
  loadingTitle: string
  slowText: string
  retry: string
  noSessionTitle: string
  noSessionText: string
  expiredTitle: string
  /** The host was asked for another session. */
  renewingText: string
  /** Nobody brings one: the person does. */
  expiredText: string
  revokedTitle: string
  revokedText: string
  failedTitle: string
  offline: string
  emptyTitle: string
  /** There is a dashboard, and nothing on it. */
  emptyText: string

  widgetLoading: string
  waiting: (seconds: string) => string
  stages: Readonly<Record<'queued' | 'executing' | 'building', string>>
  widgetFailed: string
  noRowsFiltered: string
  noRowsShared: string
  clearFilters: string
  /** What of what was asked was left out of a widget, by the note that its rows come with. */
  notes: Readonly<
    Record<'filters_skipped' | 'grains_skipped' | 'fill_skipped' | 'comparison_skipped' | 'comparison_days_unmatched', string>
  >
  aiOff: string
  reportMissing: string
  updating: string
  loaded: string
  viewedBy: (name: string) => string

  all: string
  chosen: (count: string) => string
  search: string
  moreChoices: string
  noChoices: string
  choicesFailed: string
  from: string
  to: string
  yes: string
  no: string
  clear: string
  locked: string
  noValue: string
  modelDefault: string
  grains: Readonly<Record<'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year', string>>

  /** What widgets say. */
  words: WidgetWords

  /** Of a code that has no text of its own here. */
  error: string
  errorCode: (code: string, requestId: string | null) => string
  errors: Readonly<Record<ErrorTextKey, string>>
}

/** Codes of answers that a viewer can do something about, or should understand. */
export type ErrorTextKey =
  | 'session_used'
  | 'session_expired'
  | 'session_unknown'
  | 'session_revoked'
  | 'embed_token_expired'
  | 'embed_token_revoked'
  | 'embedding_disabled'
  | 'embedding_not_allowed'
  | 'minting_frozen'
  | 'dashboard_not_found'
  | 'dashboard_republished'
  | 'session_required'
  | 'offline'
  | 'connection_lost'
  | 'rate_limited'
  | 'query_too_slow'
  | 'result_too_large'
  | 'member_denied'
