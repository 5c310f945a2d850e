/** The registry of embed sessions: who is looking, and how to end it. */
export { getEmbedSession } from './get-embed-session.ts'
export { listEmbedSessions } from './list-embed-sessions.ts'
export { revokeEmbedSession } from './revoke-embed-session.ts'
export { revokeEmbedSessions } from './revoke-embed-sessions.ts'
