import { usePageState } from '../page-context.ts'
import type { PageState } from '../store/page-state.ts'
import classes from './states.module.css'
import { heardNotes } from './widget-notes.ts'

const heardOfWidgets = (state: PageState): string => {
  const { widgets, messages } = state
  const states = Object.values(widgets)
  if (states.some(({ status }) => status === 'loading')) return messages.updating
  return states.some(({ status }) => status === 'failed') ? messages.widgetFailed : `${messages.loaded} ${heardNotes(state)}`.trim()
}

const heardOf = (state: PageState): string => {
  const { phase, isOnline, isRenewing, messages } = state
  switch (phase) {
    case 'loading':
      return messages.loadingTitle
    case 'unsigned':
      return messages.noSessionTitle
    case 'failed':
      return messages.failedTitle
    case 'revoked':
      return messages.revokedTitle
    case 'expired':
      return isRenewing ? `${messages.expiredTitle}. ${messages.renewingText}` : messages.expiredTitle
    default:
      return isOnline ? heardOfWidgets(state) : messages.offline
  }
}

/** The one place that is read out. It is there from the start: what is said by an element that was just put in is often not heard. */
export const LiveRegion = () => (
  <div role="status" className={classes['unseen']}>
    {usePageState(heardOf)}
  </div>
)
