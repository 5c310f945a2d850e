import type { Canaries } from './canaries.ts'
import type { Answer, Recorder } from './recorder.ts'

export type Stage = { recorder: Recorder; canaries: Canaries; adminKey: string; scopedKey: string; deploymentId: number; mark: string }

export const json = (answer: Pick<Answer, 'text'>): Record<string, unknown> => JSON.parse(answer.text) as Record<string, unknown>
export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })

/** A secret in a field of the response, which may be shown this once. */
export const given =
  (field: string) =>
  (text: string): string[] => {
    const value = json({ text })[field]
    return typeof value === 'string' ? [value] : []
  }

/** Stores variables and creates keys. All of it must succeed. */
export const storeSecrets = async (stage: Stage): Promise<Answer[]> => {
  const { recorder, canaries, adminKey, deploymentId } = stage
  const variables = (about: string, values: [string, string][], gives: (text: string) => string[] = () => []) =>
    recorder.ask({
      about,
      method: 'PUT',
      path: `/api/v1/deployments/${deploymentId}/env-vars`,
      headers: bearer(adminKey),
      body: { env_variables: values.map(([name, value]) => ({ name, value })) },
      gives,
    })
  const createKey = async (about: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const body = { name: 'kept' }
    const answer = await recorder.ask({
      about,
      method: 'POST',
      path: '/api/v1/api-keys',
      headers: { ...bearer(adminKey), ...headers },
      body,
      gives: given('secret'),
    })
    canaries.learn(about, String(json(answer)['secret']))
    return answer
  }
  const first = await variables('variables with secret names', [
    ['CUBEJS_DB_PASS', canaries.next('variable-pass')],
    ['MY_SECRET', `{"nested":"${canaries.next('variable-secret')}"}`],
    ['A_TOKEN', `line one\n${canaries.next('variable-token')}`],
    // Long enough for TOAST storage.
    ['BIG_KEY', canaries.next('variable-big').repeat(400)],
  ])
  const plain = canaries.next('variable-plain')
  return [
    first,
    await recorder.ask({ about: 'list', method: 'GET', path: `/api/v1/deployments/${deploymentId}/env-vars`, headers: bearer(adminKey) }),
    // A variable without a secret name is shown to callers that may manage secrets.
    await variables('a variable with a plain name', [['CUBEJS_DB_HOST', plain]], () => [plain]),
    await createKey('a key'),
    await createKey('a key with an idempotency key', { 'idempotency-key': 'secrets-trial' }),
    await createKey('the same again', { 'idempotency-key': 'secrets-trial' }),
  ]
}

/** Sends secrets in requests that the service refuses. */
export const sendRefused = async ({ recorder, canaries, adminKey, scopedKey, deploymentId }: Stage): Promise<Answer[]> => {
  const answers: Answer[] = []
  const variablesPath = `/api/v1/deployments/${deploymentId}/env-vars`
  const headerForms: [string, (value: string) => Record<string, string>][] = [
    ['unknown key', (value) => bearer(`sk-${value}`)],
    ['no key of ours', bearer],
    ['basic', (value) => ({ authorization: `Basic ${Buffer.from(`admin:${value}`).toString('base64')}` })],
    ['malformed', (value) => ({ authorization: value })],
    ['cookie and x-api-key', (value) => ({ cookie: `session=${value}`, 'x-api-key': value })],
  ]
  for (const [about, headers] of headerForms)
    answers.push(await recorder.ask({ about, method: 'GET', path: '/api/v1/users/me', headers: headers(canaries.next(about)) }))

  const bodies: [string, (value: string) => { rawBody?: string; body?: unknown; headers?: Record<string, string> }][] = [
    ['cut off', (value) => ({ rawBody: `{"env_variables":[{"name":"A_SECRET","value":"${value}"` })],
    ['not JSON', (value) => ({ rawBody: `${value}={"` })],
    ['another type', (value) => ({ rawBody: value, headers: { 'content-type': 'text/plain' } })],
    ['prototype', (value) => ({ rawBody: `{"__proto__":{"value":"${value}"}}` })],
    ['too large', (value) => ({ rawBody: JSON.stringify({ env_variables: [{ name: 'A', value: value.repeat(40_000) }] }) })],
    ['value of the wrong type', (value) => ({ body: { env_variables: [{ name: 'A_SECRET', value: { inner: value } }] } })],
    ['value too long', (value) => ({ body: { env_variables: [{ name: 'A_SECRET', value: value.padEnd(70_000, 'x') }] } })],
    ['name refused', (value) => ({ body: { env_variables: [{ name: 'NODE_OPTIONS', value }] } })],
    ['name not a name', (value) => ({ body: { env_variables: [{ name: 'not a name', value }] } })],
    ['list instead', (value) => ({ body: [value] })],
  ]
  for (const [about, make] of bodies) {
    const { headers, ...rest } = make(canaries.next(about))
    answers.push(await recorder.ask({ about, method: 'PUT', path: variablesPath, headers: { ...bearer(adminKey), ...headers }, ...rest }))
  }

  const ask = (about: string, method: string, path: string, key: string, body?: unknown) =>
    recorder.ask({ about, method, path, headers: bearer(key), ...(body === undefined ? {} : { body }) })
  answers.push(
    await ask('a query', 'GET', `/api/v1/deployments?token=${canaries.next('query')}&after=${canaries.next('cursor')}`, adminKey),
    await ask('a key where an id belongs', 'DELETE', `/api/v1/api-keys/sk-${canaries.next('path')}`, adminKey),
    await ask('a key where an id belongs, outside the scope', 'DELETE', `/api/v1/service-accounts/sk-${canaries.next('scope')}`, scopedKey),
    await ask('a step that is none', 'POST', `/api/v1/deployments/${deploymentId}/creation-step/advance`, adminKey, {
      creationStep: canaries.next('enum'),
    }),
    await ask(
      'a push notice of nobody',
      'POST',
      `/build/api/v1/deployments/${deploymentId}/remote/push-notice?token=${canaries.next('notice')}`,
      adminKey,
      {},
    ),
    await ask('a remote that is not dialled', 'PUT', `/build/api/v1/deployments/${deploymentId}/remote`, adminKey, {
      url: `https://ada:${canaries.next('remote-url')}@192.88.98.1/model.git`,
      token: canaries.next('remote-refused'),
    }),
    await ask('an expiry that is none', 'POST', '/api/v1/api-keys', adminKey, { name: 'x', expiresAt: canaries.next('expiry') }),
  )
  return answers
}

/** Sends secrets while the service cannot serve the request. */
export const sendIntoFailure = async ({ recorder, canaries, adminKey, deploymentId }: Stage, why: string): Promise<Answer[]> => [
  await recorder.ask({
    about: `variables: ${why}`,
    method: 'PUT',
    path: `/api/v1/deployments/${deploymentId}/env-vars`,
    headers: bearer(adminKey),
    body: { env_variables: [{ name: 'LATE_SECRET', value: canaries.next(why) }] },
  }),
  await recorder.ask({
    about: `unknown key: ${why}`,
    method: 'GET',
    path: '/api/v1/users/me',
    headers: bearer(`sk-${canaries.next(why)}`),
  }),
]
