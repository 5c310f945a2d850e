import { describe, expect, it } from 'vitest'
import { Failure } from './failure.ts'
import { mayPass } from './may-pass.ts'

const systemError = (code: string): Error => Object.assign(new Error(`${code}: no`), { code })

describe('mayPass', () => {
  it.each<[string, Error]>([
    ['something that is away', new Failure('service_unavailable', 'Away.')],
    ['an engine that this node does not have', new Failure('engine_unavailable', 'Not here.')],
    ['a limit that was met', new Failure('rate_limited', 'Later.')],
    ...['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'].map((code): [string, Error] => [code, systemError(code)]),
    ['what a library made of it', new Error('not written', { cause: systemError('ENOSPC') })],
  ])('says so of %s', (_, error) => {
    expect(mayPass(error)).toBe(true)
  })

  it.each([
    ['a refusal', new Failure('branch_not_found', 'No such branch.')],
    ['a refusal, whatever it followed', new Failure('branch_not_found', 'No such branch.', { cause: systemError('ENOSPC') })],
    ['a file that is not there', systemError('ENOENT')],
    ['a defect', new TypeError('not a function')],
    ['something thrown that is no error', 'ENOSPC'],
  ])('does not say so of %s', (_, error) => {
    expect(mayPass(error)).toBe(false)
  })
})
