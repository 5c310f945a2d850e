/**
 * Written into the document of the doctor. It takes the session out of the address, as the page does, and leaves it unused. In a frame
 * without an origin no file of ours can be loaded: what is said of that is said here.
 */
import { sessionInAddress } from '../session-in-address.ts'
import { leaveSession } from './left-session.ts'

if (self.origin === 'null')
  document.addEventListener('DOMContentLoaded', () => {
    const state = document.querySelector('#state')
    if (state) state.textContent = 'This frame has no origin. Add allow-same-origin to the sandbox attribute of the iframe.'
  })

const { session, search, fragment } = sessionInAddress(location.search, location.hash)
if (session !== null) history.replaceState(history.state, '', location.pathname + search + fragment)
leaveSession(session)
