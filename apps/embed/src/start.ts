/**
 * The one script that is written into the document. It runs before anything else is asked for, so that no request, no referrer and no
 * history ever has the session.
 */
import { leaveHandover } from './handover.ts'
import { sessionInAddress } from './session-in-address.ts'

const { session, search, fragment } = sessionInAddress(location.search, location.hash)
if (session !== null) history.replaceState(history.state, '', location.pathname + search + fragment)
leaveHandover({ session })
