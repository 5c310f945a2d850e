import { failureCodes, statusOf, type FailureCode } from '@facet/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '#kernel/failure'
import { send, useRunningServer } from '#test'
import { failureBody, failureOf } from './failures.ts'

const fastifyError = (code: string, statusCode: number): Error => Object.assign(new Error('as Fastify says it'), { code, statusCode })

describe('whatever was thrown', () => {
  it.each<[string, unknown, FailureCode]>([
    ['a failure of ours', new Failure('deployment_not_found', 'Not there.'), 'deployment_not_found'],
    ['a lost database', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'service_unavailable'],
    ['a body over the limit', fastifyError('FST_ERR_CTP_BODY_TOO_LARGE', 413), 'body_too_large'],
    ['a body of another type', fastifyError('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), 'unsupported_media_type'],
    ['a request that cannot be read', fastifyError('FST_ERR_ANYTHING', 400), 'invalid_request'],
    ['a caller that hangs up in the middle of its body', fastifyError('ECONNRESET', 400), 'invalid_request'],
    ['a defect of Fastify', fastifyError('FST_ERR_ANYTHING', 500), 'internal_error'],
    ['a broken constraint no one recognised', Object.assign(new Error('duplicate'), { code: '23505' }), 'internal_error'],
    ['a bug', new TypeError('x is not a function'), 'internal_error'],
    ['text', 'thrown', 'internal_error'],
    ['nothing', undefined, 'internal_error'],
  ])('is a failure with a code: %s', (_, thrown, code) => {
    const failure = failureOf(thrown)

    expect(failure).toMatchObject({ code, status: statusOf(code) })
    if (code === 'internal_error') expect(failure.message).toBe('Something went wrong on our side. Find it in the log by the request id.')
  })

  it('keeps what went wrong for the log only', () => {
    const cause = new Error('select secret from somewhere at 10.0.0.7')
    const body = failureBody(failureOf(cause), 'r1')

    expect(failureOf(cause).cause).toBe(cause)
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(Object.keys(body)).toEqual(['code', 'message', 'error', 'requestId'])
  })

  it('has a status that its code decides, and every code has one', () => {
    for (const code of Object.keys(failureCodes) as FailureCode[]) expect(new Failure(code, 'x').status).toBe(statusOf(code))
  })
})

describe('a defect, over HTTP', () => {
  const server = useRunningServer({ FACET_MODE: 'production' })
  let key: string

  beforeAll(async () => {
    key = (await server.addTenant('only.test')).key
    await server.database.query('alter table deployments rename column creation_step to moved')
  })

  it('answers 500 with a request id that finds the whole story in the log, and tells the caller none of it', async () => {
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'find-me', 'x-forwarded-proto': 'https' }
    const answer = await send(`${server.address}/api/v1/deployments`, { headers })

    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error', requestId: 'find-me' } })
    expect(answer.text).not.toMatch(/column|deployments|creation_step/)
    const told = () => server.logs.filter((line) => line.includes('find-me')).map((line) => JSON.parse(line) as unknown)
    await expect.poll(told, { timeout: 30_000 }).toHaveLength(2)
    expect(told()).toMatchObject([
      { level: 'error', operation: 'getDeployments', err: { code: '42703' } },
      { level: 'info', operation: 'getDeployments', status: 500, method: 'GET', msg: 'request' },
    ])
    expect(JSON.stringify(told())).toMatch(/creation_step/)
    expect(JSON.stringify(told())).not.toContain(key.slice(3, 20))
  })
})
