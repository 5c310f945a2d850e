import { needsData, widgetsOf } from './data-widgets.ts'
import type { Store } from '../store/create-store.ts'
import type { PageState } from '../store/page-state.ts'

export type Loaded = { publicId: string; widgetCount: number; loadDurationMs: number }

export type LoadedWatch = {
  /** `since`: when it was asked for, by the clock of the page. */
  begin: (publicId: string, since: number) => void
}

/** Tells once for each dashboard when all that was asked for first has come, or failed. */
export const createLoadedWatch = (store: Store<PageState>, tell: (loaded: Loaded) => void): LoadedWatch => {
  let leave = (): void => undefined
  return {
    begin: (publicId, since) => {
      leave()
      const check = (): void => {
        const { phase, widgets, shown } = store.get()
        const hasRows = shown !== null && widgetsOf(shown).some((widget) => needsData(shown, widget))
        const states = Object.values(widgets)
        if (phase !== 'shown' || (states.length === 0 && hasRows) || states.some(({ status }) => status === 'loading')) return
        leave()
        tell({ publicId, widgetCount: shown?.dashboard.config.widgets?.length ?? 0, loadDurationMs: Math.round(performance.now() - since) })
      }
      leave = store.subscribe(check)
      check()
    },
  }
}
