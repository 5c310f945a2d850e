import { operation } from '../operation.ts'
import { OneOf, schema, type Static, Type } from '../schema.ts'

const EmbedSessionAlive = schema('EmbedSessionAlive', {
  type: Type.Literal('alive'),
  expiresInSeconds: Type.Integer({ minimum: 0, description: 'Until the token ends by itself.' }),
})

const EmbedSessionEnded = schema('EmbedSessionEnded', {
  type: Type.Literal('ended'),
  why: OneOf('EmbedSessionEndReason', ['revoked', 'expired', 'moved']),
  code: Type.String({
    description: 'The code that requests with the token are refused with from now on; `service_unavailable` for `moved`.',
  }),
  message: Type.String(),
})

export const EmbedSessionNews = Type.Union([EmbedSessionAlive, EmbedSessionEnded])
export type EmbedSessionNews = Static<typeof EmbedSessionNews>

export const watchEmbedSession = operation({
  id: 'watchEmbedSession',
  method: 'GET',
  database: 'steps',
  path: '/api/v1/embed/session/watch',
  tag: 'Embed',
  summary: 'Be told when the session behind the token of a frame ends, as JSON lines',
  description:
    'One stream for each frame, kept open. `alive` comes at once and every 20 seconds; a longer silence means that the connection, or what the service needs to know, is lost. ' +
    'Before the stream ends by itself `ended` says why: `revoked` and `expired` within two seconds, after which the token is refused everywhere; `moved` when this node stops: open the stream again, after a second where that fails. ' +
    'Streams are counted by themselves: neither their opening nor their number takes from the limits of other requests. Beyond the limits of the user, the tenant or the node the code is `too_many_streams`; where a user has none left, a new stream of a token takes the place of its oldest, which ends with `moved`. ' +
    'The connection is closed with the stream. Proxies must not hold it back: `X-Accel-Buffering: no` is set, and their limit of an answer without bytes must be over 20 seconds.',
  returns: EmbedSessionNews,
  streams: 'application/x-ndjson',
  isHeldOpen: true,
  failures: ['too_many_streams'],
  action: null,
  reach: 'caller',
  credentials: ['embed'],
  own: true,
  example: { returns: { type: 'alive', expiresInSeconds: 86_399 } },
})
