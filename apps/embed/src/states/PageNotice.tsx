import { Notice } from '@facet/ui'
import { useEffect, useState } from 'react'
import { errorText } from '../i18n/error-text.ts'
import type { Messages } from '../i18n/messages.ts'
import { useMessages, usePage, usePageState } from '../page-context.ts'
import type { PageState } from '../store/page-state.ts'
import { ErrorCode } from './ErrorCode.tsx'

const slowMs = 3000

/** Whether it has been shown for so long that something should be said. */
const useIsSlow = (): boolean => {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

const Loading = () => {
  const { loadingTitle, slowText } = useMessages()
  const isSlow = useIsSlow()
  return (
    <Notice title={loadingTitle} isBusy>
      {isSlow ? <p>{slowText}</p> : undefined}
    </Notice>
  )
}

const titleOf = (phase: PageState['phase'], messages: Messages): string => {
  if (phase === 'expired') return messages.expiredTitle
  return phase === 'revoked' ? messages.revokedTitle : messages.failedTitle
}

const adviceOf = (phase: PageState['phase'], isRenewing: boolean, messages: Messages): string | undefined => {
  if (isRenewing) return messages.renewingText
  if (phase === 'expired') return messages.expiredText
  return phase === 'revoked' ? messages.revokedText : undefined
}

const Ended = () => {
  const page = usePage()
  const messages = useMessages()
  const phase = usePageState((state) => state.phase)
  const problem = usePageState((state) => state.problem)
  const isRenewing = usePageState((state) => state.isRenewing)
  const advice = adviceOf(phase, isRenewing, messages)
  return (
    <Notice title={titleOf(phase, messages)} isBusy={isRenewing}>
      {problem && <p>{errorText(messages, problem)}</p>}
      {advice !== undefined && <p>{advice}</p>}
      {problem && <ErrorCode problem={problem} />}
      {phase === 'failed' && problem?.code === 'offline' && !isRenewing && (
        <button type="button" onClick={page.startAgain}>
          {messages.retry}
        </button>
      )}
    </Notice>
  )
}

const Said = () => {
  const { noSessionTitle, noSessionText } = useMessages()
  const phase = usePageState((state) => state.phase)
  if (phase === 'loading') return <Loading />
  if (phase !== 'unsigned') return <Ended />
  return (
    <Notice title={noSessionTitle}>
      <p>{noSessionText}</p>
    </Notice>
  )
}

/** The state of the whole page, while there is no dashboard to show. */
export const PageNotice = () => (
  <main>
    <Said />
  </main>
)
