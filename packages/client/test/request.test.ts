import { describe, expect, it } from 'vitest'
import { createClient } from '../src/index.ts'
import { deployment, json, newDeployment, scripted } from './scripted-fetch.ts'

describe('a request', () => {
  it('goes to the path of the operation below the base address', async () => {
    const { api, requests } = scripted([() => json(deployment)], { baseUrl: 'https://acme.example.com/facet/' })

    const answer = await api.getDeployment({ params: { deploymentId: 1042 } })

    expect(answer).toEqual(deployment)
    expect(requests[0]).toMatchObject({ method: 'GET', url: 'https://acme.example.com/facet/api/v1/deployments/1042', body: null })
    expect(requests[0]?.headers.get('content-type')).toBeNull()
  })

  it('carries a body as JSON', async () => {
    const { api, requests } = scripted([() => json(deployment)])

    await api.createDeployment({ body: newDeployment })

    expect(JSON.parse(requests[0]?.body ?? '')).toEqual(newDeployment)
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('carries a file as a form, behind the fields that say what it is', async () => {
    const forms: unknown[] = []
    const api = createClient({
      baseUrl: 'https://acme.example.com',
      fetch: async (_url, init) => {
        forms.push(init?.body, new Headers(init?.headers).get('content-type'))
        return json({ success: true, hash: 'a' })
      },
    })

    await api.uploadFile({ params: { deploymentId: 7 }, body: { transaction: 't', fileName: 'a.yml' }, file: new Blob(['x']) })

    const [form, type] = forms
    expect([...(form as FormData).keys()]).toEqual(['transaction', 'fileName', 'file'])
    expect(type).toBeNull()
  })

  it('encodes path parameters', async () => {
    const { api, requests } = scripted([() => json({})])

    await api.deleteEnvVariable({ params: { deploymentId: 7, name: 'a/b?c d' } })

    expect(requests[0]?.url).toBe('https://acme.example.com/api/v1/deployments/7/env-vars/a%2Fb%3Fc%20d')
  })

  it.each(['.', '..', ''])('is refused when the path parameter %j would lead to another operation', async (name) => {
    const { api, requests } = scripted([])

    await expect(api.deleteEnvVariable({ params: { deploymentId: 7, name } })).rejects.toThrow(/path parameter name/)

    expect(requests).toEqual([])
  })

  it('repeats a query parameter for each value of an array and leaves out what is null or undefined', async () => {
    const { api, requests } = scripted([() => json({})])

    await api.getDeployments({ query: { creationStep: ['ready', 'demo'], offset: null, after: undefined, first: 5 } })

    expect(requests[0]?.url).toBe('https://acme.example.com/api/v1/deployments?creationStep=ready&creationStep=demo&first=5')
  })

  it('carries the headers of the client and of the call, the latter first in rank', async () => {
    const { api, requests } = scripted([() => json({})], { headers: { 'x-team': 'a', 'x-env': 'ci' }, userAgent: 'storefront/2' })

    await api.listRegions({}, { headers: { 'X-Team': 'b' } })

    expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({ 'x-team': 'b', 'x-env': 'ci', 'user-agent': 'storefront/2' })
  })

  it('answers null for an empty body', async () => {
    const { api } = scripted([() => new Response(null, { status: 204 })])

    await expect(api.deleteApiKey({ params: { apiKeyId: 1 } })).resolves.toBeNull()
  })
})

describe('the key', () => {
  const authorization = async (options: Parameters<typeof scripted>[1]) => {
    const { api, requests } = scripted([() => json({})], options)
    await api.getSpec()
    return requests[0]?.headers.get('authorization')
  }

  it('is sent as a bearer unless another scheme is chosen', async () => {
    expect(await authorization({})).toBe('Bearer sk-secret')
    expect(await authorization({ scheme: 'Api-Key' })).toBe('Api-Key sk-secret')
  })

  it('may come from a function', async () => {
    expect(await authorization({ key: () => 'sk-now' })).toBe('Bearer sk-now')
    expect(await authorization({ key: async () => 'sk-later' })).toBe('Bearer sk-later')
  })

  it('may be absent, and then no credential is sent', async () => {
    expect(await authorization({ key: undefined })).toBeNull()
    expect(await authorization({ key: () => undefined })).toBeNull()
  })

  it('is not quoted when no header can carry it', async () => {
    const { api } = scripted([], { key: 'sk-sec\nret' })

    const failure = await api.getSpec().catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(TypeError)
    expect(failure).not.toHaveProperty('cause')
    expect(String(failure)).not.toContain('sk-')
  })
})
