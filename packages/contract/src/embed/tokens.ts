import { operation } from '../operation.ts'
import { schema, strictSchema, Text, Type } from '../schema.ts'

/** How long a session waits to be exchanged, and how long the token lives, in seconds. */
export const embedLifetimes = { session: 300, token: 86_400 } as const

export const GenerateEmbedTokenResponse = schema('GenerateEmbedTokenResponse', {
  token: Type.String({ description: 'ES256; the keys are at /api/v1/embed/jwks.json.' }),
  expires_in: Type.Integer({
    description: 'Seconds until the token ends: a day, or less where the key that minted the session ends sooner.',
  }),
})

export const exampleToken = { token: 'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJjdWJlY2xvdWQifQ.c2lnbmF0dXJl', expires_in: embedLifetimes.token }
export const exampleSessionId = 'es_489012_1f4_Qm3kQ0m2Zr7uYw5TqvK1bN8cXeHfJdLgPsVaRi4tU6o'
export const SessionId = Text(200, { minLength: 1, description: 'The `sessionId` that generate-session answered.' })
export const sessionRefusals = [
  'session_unknown',
  'session_expired',
  'session_used',
  'session_revoked',
  'embedding_disabled',
  'minting_frozen',
] as const

export const exchangeSession = operation({
  id: 'exchangeSession',
  method: 'POST',
  database: 'none',
  path: '/api/v1/embed/session/token',
  tag: 'Embed',
  summary: 'Exchange a session for the token of its frame; works once',
  description:
    'The session id is the credential; an Authorization header is ignored. Five minutes by the clock of the database. A second use is refused and noted; the first token lives on ' +
    'unless the tenant setting `revokeOnSecondUse` is on. A browser may call from the origins of the tenant setting `embedOrigins`, and from pages of this service itself.',
  body: schema('PostTokenBySessionIdInput', { sessionId: SessionId }),
  returns: GenerateEmbedTokenResponse,
  failures: sessionRefusals,
  action: null,
  reach: 'caller',
  credentials: [],
  skipsAutomaticAudit: true,
  example: { body: { sessionId: exampleSessionId }, returns: exampleToken },
})

export const renewSession = operation({
  id: 'renewSession',
  method: 'POST',
  database: 'steps',
  path: '/api/v1/embed/session/renew',
  tag: 'Embed',
  summary: 'Carry on with a fresh session in the frame that is open, without reloading it',
  description:
    'Sent with the live token of the frame and a new session id of the same user, embed tenant and deployment. Answers the next token; what the new session froze holds from then on, and the old token ' +
    'lives until its own end.',
  body: strictSchema('RenewSessionInput', { sessionId: SessionId }),
  returns: GenerateEmbedTokenResponse,
  failures: [...sessionRefusals, 'session_mismatch'],
  action: null,
  reach: 'caller',
  credentials: ['embed'],
  skipsAutomaticAudit: true,
  own: true,
  example: { body: { sessionId: exampleSessionId }, returns: exampleToken },
})

export const getEmbedKeys = operation({
  id: 'getEmbedKeys',
  method: 'GET',
  database: 'none',
  path: '/api/v1/embed/jwks.json',
  tag: 'Embed',
  summary: 'Get the public keys that embed tokens of this tenant are signed with',
  description:
    'A JSON Web Key Set: the key that signs, the one that will sign next, and retired ones for as long as a token of theirs can live.',
  returns: schema('JsonWebKeySet', {
    keys: Type.Array(
      schema('EmbedPublicKey', {
        kty: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        y: Type.String(),
        kid: Type.String(),
        alg: Type.String(),
        use: Type.String(),
      }),
    ),
  }),
  failures: [],
  action: null,
  reach: 'caller',
  credentials: [],
  own: true,
  example: { returns: { keys: [] } },
})
