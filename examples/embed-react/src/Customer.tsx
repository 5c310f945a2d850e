import { FacetDashboard, type FacetDashboardProps } from '@facet/embed/react'
import { useEffect, useState } from 'react'
import { endSessions, session, signIn, type View } from './product.ts'

type CustomerProps = { path: string; user: string; look: Pick<FacetDashboardProps, 'filters' | 'scheme' | 'locale'> }

/** What somebody of one customer sees: a frame with a session of their own. */
export const Customer = ({ path, user, look }: CustomerProps) => {
  const [view, setView] = useState<View>()
  const [frame, setFrame] = useState(0)
  const [news, setNews] = useState('')
  const tell = (error: unknown): void => setNews(String(error))

  useEffect(() => void signIn(path, user).then(setView, tell), [path, user])

  return (
    <section>
      <h2>{view ? `${view.user.name} of ${view.user.customer}` : user}</h2>
      <button type="button" onClick={() => void endSessions(path).catch(tell)}>
        End sessions
      </button>
      <button type="button" onClick={() => setFrame(frame + 1)}>
        New frame
      </button>
      <p role="status">{news}</p>
      {view && (
        <FacetDashboard
          key={frame}
          url={view.facetUrl}
          publicId={view.dashboard}
          title={`Sales of ${view.user.customer}`}
          session={(_why, signal) => session(path, signal)}
          {...look}
          onEvent={({ type, payload }) => type === 'state' && setNews(payload.state)}
          onError={({ code, message }) => setNews(`${code}: ${message}`)}
        />
      )}
    </section>
  )
}
