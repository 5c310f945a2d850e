import { useMessages, usePageState } from '../page-context.ts'
import type { PageState } from '../store/page-state.ts'
import classes from './states.module.css'

type Heard = 'loading' | 'failed' | 'loaded'

const heardOf = ({ widgets }: PageState): Heard => {
  const states = Object.values(widgets)
  if (states.some(({ status }) => status === 'loading')) return 'loading'
  return states.some(({ status }) => status === 'failed') ? 'failed' : 'loaded'
}

/** The one place that is read out: when data is on its way, and when it has come. */
export const LiveRegion = () => {
  const { updating, widgetFailed, loaded } = useMessages()
  const heard = usePageState(heardOf)
  return (
    <div role="status" className={classes['unseen']}>
      {{ loading: updating, failed: widgetFailed, loaded }[heard]}
    </div>
  )
}
