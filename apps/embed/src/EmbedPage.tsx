import { Notice } from '@facet/ui'
import type { Handover } from './handover.ts'
import { messages } from './messages.ts'

export const EmbedPage = ({ session }: Handover) => (
  <main>
    {session === null ? (
      <Notice title={messages.noSessionTitle}>
        <p>{messages.noSessionText}</p>
      </Notice>
    ) : (
      <Notice title={messages.loadingTitle} isBusy />
    )}
  </main>
)
