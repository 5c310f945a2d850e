import { useEffect, useRef } from 'react'
import classes from './EmbedPage.module.css'
import { DashboardView } from './layout/DashboardView.tsx'
import { PageContext } from './page-context.ts'
import type { Page } from './session/open-page.ts'
import { LiveRegion } from './states/LiveRegion.tsx'
import { PageErrors } from './states/PageErrors.tsx'
import { PageNotice } from './states/PageNotice.tsx'
import { useStore } from './store/create-store.ts'

export const EmbedPage = ({ page }: { page: Page }) => {
  const wrapper = useRef<HTMLDivElement>(null)
  const phase = useStore(page.store, (state) => state.phase)
  const isStarted = phase !== 'loading'
  useEffect(() => (isStarted && wrapper.current ? page.observe(wrapper.current) : undefined), [page, isStarted])

  return (
    <PageContext value={page}>
      <div ref={wrapper} className={classes['wrapper']}>
        <LiveRegion />
        <PageErrors onError={page.fail} fallback={<PageNotice />}>
          {phase === 'shown' ? <DashboardView /> : <PageNotice />}
        </PageErrors>
      </div>
    </PageContext>
  )
}
