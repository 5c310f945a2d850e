import { describe, expect, it } from 'vitest'
import { nearestRoute } from './nearest-route.ts'

describe('nearestRoute', () => {
  it.each([
    ['POST', '/api/v1/deployments', 'Did you mean POST /build/api/v1/deployments?'],
    ['GET', '/build/api/v1/deployments', 'Did you mean GET /api/v1/deployments?'],
    ['GET', '/deployments', 'Did you mean GET /api/v1/deployments?'],
    ['GET', '/v1/users/me', 'Did you mean GET /api/v1/users/me?'],
    ['PATCH', '/build/api/v1/deployments', 'This path takes POST.'],
    ['DELETE', '/api/v1/regions', 'This path takes GET.'],
    ['DELETE', '/api/v1/tenant/settings/', 'This path takes GET and PUT.'],
    ['DELETE', '/regions', 'Did you mean GET /api/v1/regions?'],
    [
      'POST',
      '/build/api/v1/deployments/10/data-model/files/delete',
      'Did you mean DELETE, GET and PUT /build/api/v1/deployments/10/data-model/files?',
    ],
  ])('names what %s %s may mean', (method, path, suggestion) => {
    expect(nearestRoute(method, path)).toBe(suggestion)
  })

  it.each(['/', '/nothing/like/it', '/api', `/api/v1/deployments/${'1'.repeat(300)}`])('names nothing for %s', (path) => {
    expect(nearestRoute('GET', path)).toBeNull()
  })
})
