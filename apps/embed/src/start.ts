/**
 * The one script that is written into the document. It runs before anything else is asked for, so that no request, no referrer and no
 * history ever has the session, and the dashboard is asked for while the bundle is still on its way.
 */
import { modeOf } from '@facet/embed/page'
import { acceptStart } from './accept-start.ts'
import { readAddress } from './address.ts'
import { beginBootstrap } from './begin-bootstrap.ts'
import { type Handover, leaveHandover, usedSession } from './handover.ts'
import { sessionInAddress } from './session-in-address.ts'

const { session, search, fragment } = sessionInAddress(location.search, location.hash)
if (session !== null) history.replaceState(usedSession, '', location.pathname + search + fragment)

const { parameters, ...address } = readAddress(location)
const handover: Handover = { mode: session === null ? modeOf(search) : 'plain' }
if (session !== null)
  handover.begun = beginBootstrap({
    ...address,
    session,
    locale: parameters.get('locale'),
    timezone: parameters.get('timezone'),
  })
if (handover.mode === 'port')
  handover.host = acceptStart(window, (start) => {
    handover.begun = beginBootstrap({ ...address, ...start.live, session: start.session })
  })
leaveHandover(handover)
