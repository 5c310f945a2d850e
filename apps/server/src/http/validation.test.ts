import { circularSchemas, type FailureBody, type OperationShape, operations } from '@facet/contract'
import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Failure } from '#kernel/failure'
import { type Actor, send, useServer } from '#test'
import { createValidators, type Part, validationFailure } from './validation.ts'

const validators = createValidators()

const failureFor = (part: Part, schema: object, value: unknown): Failure | null => {
  const problems = validators.of(part, schema)(value)
  return problems.length === 0 ? null : validationFailure(problems)
}

const schema = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1 },
    size: { type: 'integer', maximum: 10 },
    kind: { enum: ['small', 'large'] },
    tags: { type: 'array', items: { type: 'object', properties: { 'a/b': { type: 'string' } } } },
    either: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
    eitherWay: { type: 'integer' },
    maybe: { anyOf: [{ type: 'object', required: ['size'], properties: { size: { type: 'integer' } } }, { type: 'null' }] },
  },
}

describe('the contract', () => {
  const strict = new Ajv({ strict: false })

  it.each(Object.entries(circularSchemas))('has a schema of its own for %s that is one', (_, own) => {
    expect(strict.validateSchema(own)).toBe(true)
  })

  it.each(Object.values<OperationShape>(operations))(
    'has schemas of $id that are schemas, and compile',
    ({ params, query, body, returns }) => {
      const compile = (own: object | undefined): unknown => {
        if (own && !strict.validateSchema(own)) throw new Error(strict.errorsText(strict.errors))
        return own && validators.of('body', own)(undefined)
      }

      expect(() => [params, query, body, returns].map(compile)).not.toThrow()
    },
  )
})

describe('a value that does not fit', () => {
  it.each<[string, unknown, { pointer: string; message: string }[]]>([
    ['a missing field', {}, [{ pointer: '/body/name', message: 'is required.' }]],
    [
      'an unknown field near a known one',
      { name: 'x', nmae: 'y' },
      [{ pointer: '/body/nmae', message: 'is not a known field. Did you mean "name"?' }],
    ],
    ['an unknown field near no other', { name: 'x', zzz: 'y' }, [{ pointer: '/body/zzz', message: 'is not a known field.' }]],
    ['a value outside the list', { name: 'x', kind: 'tiny' }, [{ pointer: '/body/kind', message: 'must be one of small, large.' }]],
    ['a value of another type', { name: 7 }, [{ pointer: '/body/name', message: 'must be string.' }]],
    ['a value deep inside', { name: 'x', tags: [{}, { 'a/b': 1 }] }, [{ pointer: '/body/tags/1/a~1b', message: 'must be string.' }]],
    ['a value that fits no branch', { name: 'x', either: 5 }, [{ pointer: '/body/either', message: 'must be string or null.' }]],
    [
      'a value of the type of a branch',
      { name: 'x', either: '' },
      [{ pointer: '/body/either', message: 'must NOT have fewer than 1 characters.' }],
    ],
    [
      'a value that fits no branch, beside one with a longer name',
      { name: 'x', either: 5, eitherWay: 'left' },
      [
        { pointer: '/body/eitherWay', message: 'must be integer.' },
        { pointer: '/body/either', message: 'must be string or null.' },
      ],
    ],
    ['a value inside of a branch', { name: 'x', maybe: { size: 'ten' } }, [{ pointer: '/body/maybe/size', message: 'must be integer.' }]],
    ['a missing field of a branch', { name: 'x', maybe: {} }, [{ pointer: '/body/maybe/size', message: 'is required.' }]],
    [
      'everything at once',
      { size: 11, kind: 'tiny' },
      [
        { pointer: '/body/name', message: 'is required.' },
        { pointer: '/body/size', message: 'must be <= 10.' },
        { pointer: '/body/kind', message: 'must be one of small, large.' },
      ],
    ],
  ])('is pointed at: %s', (_, value, errors) => {
    const failure = failureFor('body', schema, value)

    expect(failure).toMatchObject({ code: 'invalid_request', status: 400, errors })
    expect(failure?.message).toContain(`${errors[0]?.pointer} ${errors[0]?.message}`)
    expect(failure?.message.includes('more in `errors`')).toBe(errors.length > 1)
    expect(failureFor('body', schema, { name: 'x', size: 10, kind: 'small', tags: [{ 'a/b': 'c' }], either: null })).toBeNull()
  })

  it('is told of in at most twenty places', () => {
    const value = { name: 'x', tags: Array.from({ length: 500 }, () => ({ 'a/b': 1 })) }

    expect(failureFor('body', schema, value)?.errors).toHaveLength(20)
  })

  it('is reported with suggestions for its first three unknown fields', () => {
    const value = { name: 'x', ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`size${index}`, 1])) }

    const messages = failureFor('body', schema, value)?.errors?.map(({ message }) => message)

    expect(messages).toHaveLength(20)
    expect(messages?.filter((message) => message.endsWith('Did you mean "size"?'))).toHaveLength(3)
  })

  it('is reported with its first problem alone when it has more than 5,000 values', () => {
    const value = { name: 'x', tags: Array.from({ length: 4000 }, () => ({ 'a/b': 1 })) }

    expect(failureFor('body', schema, value)?.errors).toEqual([{ pointer: '/body/tags/0/a~1b', message: 'must be string.' }])
  })

  it('is reported with a pointer of at most 500 characters', () => {
    const [problem] = failureFor('body', schema, { name: 'x', ['/'.repeat(1_000_000)]: 1 })?.errors ?? []

    expect(problem).toEqual({ pointer: `/body/${'~1'.repeat(247)}…`, message: 'is not a known field.' })
  })

  it('costs little when it has as many wrong values as a body can hold', () => {
    const value = { name: 'x', tags: Array.from({ length: 200_000 }, () => ({ 'a/b': 1 })) }
    failureFor('body', schema, value)
    const before = process.threadCpuUsage()

    failureFor('body', schema, value)

    expect(process.threadCpuUsage(before).user).toBeLessThan(20_000)
  })

  it('keeps its type: text is not read as a number', () => {
    const wanted = { type: 'object', properties: { first: { type: 'integer' } } }

    expect(failureFor('body', wanted, { first: '7' })?.errors).toEqual([{ pointer: '/body/first', message: 'must be integer.' }])
  })
})

describe('over HTTP', () => {
  const server = useServer('shared')
  let admin: Actor
  beforeAll(async () => {
    admin = await server.admin()
  })

  it.each([
    ['GET', '/api/v1/deployments/abc', undefined, '/params/deploymentId'],
    ['GET', '/api/v1/deployments/1.5', undefined, '/params/deploymentId'],
    ['GET', '/api/v1/deployments?first=0', undefined, '/query/first'],
    ['GET', '/api/v1/deployments?first=many', undefined, '/query/first'],
    ['GET', '/api/v1/deployments?first=1e2', undefined, '/query/first'],
    ['GET', '/api/v1/deployments?first=%201', undefined, '/query/first'],
    ['GET', '/api/v1/deployments/1e2', undefined, '/params/deploymentId'],
    ['GET', '/api/v1/embed/sessions?embedTenant=acme', undefined, '/query/embedTenant'],
    ['PUT', '/api/v1/tenant/settings?dryRun=true', {}, '/query/dryRun'],
    ['PUT', '/api/v1/tenant/settings', { embedOrigin: [] }, '/body/embedOrigin'],
    ['POST', '/api/v1/users', { email: 'a@b.example', username: 'a', defaultRole: 'Admin' }, '/body/defaultRole'],
    ['PUT', '/api/v1/deployments/1', { embedWithoutpolicy: 'allow' }, '/body/embedWithoutpolicy'],
    [
      'PUT',
      '/api/v1/resource-policies/user',
      { resourceType: 'Workbook', resourceId: 1, userID: 5, userId: null, action: 'WorkbookManage' },
      '/body/userID',
    ],
    ['POST', '/api/v1/api-keys', { name: '' }, '/body/name'],
    ['POST', '/api/v1/api-keys', { name: 'x', expiresAt: 'tomorrow' }, '/body/expiresAt'],
    ['POST', '/api/v1/api-keys', [], '/body'],
    ['POST', '/api/v1/api-keys', 'text', '/body'],
    ['POST', '/api/v1/api-keys', null, '/body/name'],
  ])('%s %s with %j points at %s', async (method, path, body, pointer) => {
    const { status, body: failure } = await send(`${server.url()}${path}`, {
      method,
      headers: { ...admin.headers, authorization: `Bearer ${admin.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

    expect([status, failure]).toMatchObject([400, { code: 'invalid_request' }])
    expect(new Set((failure as FailureBody).errors?.map((error) => error.pointer))).toEqual(new Set([pointer]))
  })

  it('names the nearest known parameter and field', async () => {
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { ...admin.headers, authorization: `Bearer ${admin.key}`, 'content-type': 'application/json' }
      return (await send(`${server.url()}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).text
    }

    expect(await ask('GET', '/api/v1/embed/sessions?embedTenant=acme')).toContain(
      'is not a known parameter. Did you mean \\"embedTenantName\\"?',
    )
    expect(await ask('PUT', '/api/v1/tenant/settings', { embedOrigin: [] })).toContain('Did you mean \\"embedOrigins\\"?')
  })

  it.each(['versions', 'environments', 'env-vars', 'pods'])('accepts the paging parameters of older clients on %s', async (list) => {
    const response = await server.request(admin, `/api/v1/deployments/${admin.deploymentId}/${list}?first=1&after=`)

    expect(response.status).toBe(200)
  })
})
