import { type ClientOptions, createClient, type Fetch } from '../src/index.ts'

export type SentRequest = { url: string; method: string; headers: Headers; body: string | null; signal: AbortSignal }

export type Step = () => Response | Promise<Response>

export const json = (value: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response =>
  new Response(JSON.stringify(value), { ...init, headers: { 'content-type': 'application/json; charset=utf-8', ...init.headers } })

export const failing = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ code, message: `Failed with ${code}.`, error: `Failed with ${code}.`, requestId: 'req-1' }, { status, headers })

export const offline: Step = () => Promise.reject(new TypeError('fetch failed'))

/** Answers the requests of one client in order and records them, and the waits between them, without letting time pass. */
export const scripted = (steps: readonly Step[], options: Partial<ClientOptions> = {}) => {
  const requests: SentRequest[] = []
  const waits: number[] = []
  const remaining = [...steps]

  const fetch: Fetch = async (url, init) => {
    requests.push({
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? new AbortController().signal,
    })
    const step = remaining.shift()
    if (!step) throw new Error('The client sent more requests than the test expects.')
    return step()
  }
  const api = createClient({
    baseUrl: 'https://acme.example.com',
    key: 'sk-secret',
    fetch,
    wait: async (ms) => {
      waits.push(ms)
    },
    ...options,
  })
  return { api, requests, waits }
}

export const deployment = {
  id: 1042,
  name: 'Storefront',
  deploymentUrl: 'https://acme.example.com/deployment/storefront',
  creationStep: 'ready',
}

export const newDeployment = {
  name: 'Storefront',
  cloudProvider: 'cubecloud',
  isManaged: true,
  region: 'local',
  targetPlatform: 'aws',
  creationStep: 'project',
} as const
