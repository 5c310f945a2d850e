import { describe, expect, it } from 'vitest'
import { connectionProblem, isConnectionRefused, roleIn } from './connection-problem.ts'

const address = 'postgres://facet:hunter2@db.internal:6432/things?sslrootcert=/etc/db-ca.pem'
const errorOf = (code: string, more: object = {}): Error => Object.assign(new Error('the words of the error'), { code }, more)
const messageOf = (error: unknown, at = address): string => connectionProblem('FACET_DATABASE_URL', at, error).message

describe('a database that nobody gets through to', () => {
  it.each([
    ['ENOTFOUND', /the host name "db\.internal" does not resolve\. Correct the host/],
    ['EAI_AGAIN', /the host name "db\.internal" could not be resolved now.*resolv\.conf/],
    ['ECONNREFUSED', /does not answer at db\.internal:6432: nothing is listening there\. Start it/],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      /the certificate of PostgreSQL at db\.internal:6432 is refused: its certificate is self-signed.*sslrootcert=/,
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', /is refused: its certificate is from an authority.*sslrootcert=/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /is refused: its certificate is from an authority.*sslrootcert=/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /is refused: its certificate is from an authority.*sslrootcert=/],
    ['CERT_HAS_EXPIRED', /is refused: its certificate has expired/],
    ['CERT_NOT_YET_VALID', /is refused: /],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /is refused: its certificate is for another host name/],
    ['28P01', /refuses the password of the role "facet"\. Correct the password/],
    ['28000', /rejects the role "facet": the words of the error\. Correct the role/],
    ['3D000', /there is no database "things" at db\.internal:6432\. Correct the name.*create database/],
    ['53300', /has no free connections\. Raise its max_connections/],
    ['57P03', /is starting or stopping\. Try again/],
    ['XX000', /does not answer at db\.internal:6432: the words of the error\. Is it PostgreSQL/],
  ])('for %s: what fails and what to do, without the password', (code, sentence) => {
    const message = messageOf(errorOf(code))

    expect(message).toMatch(/^FACET_DATABASE_URL: /)
    expect(message).toMatch(sentence)
    expect(message).not.toContain('hunter2')
  })

  it('may be one that the role may not connect to, but a statement that is refused says nothing of that', () => {
    const refused = errorOf('42501', { severity: 'FATAL' })

    expect(messageOf(refused)).toMatch(/the role "facet" may not use the database "things"/)
    expect(isConnectionRefused(address, refused)).toBe(true)
    expect(isConnectionRefused(address, errorOf('42501', { severity: 'ERROR' }))).toBe(false)
  })

  it('may not speak TLS', () => {
    const error = new Error('The server does not support SSL connections')

    expect(messageOf(error)).toMatch(/does not support TLS, which the address requires\. Turn TLS on/)
    expect(isConnectionRefused(address, error)).toBe(true)
  })

  it('may be named with a certificate that cannot be read; other files are not its business', () => {
    const error = errorOf('ENOENT', { path: '/etc/db-ca.pem' })

    expect(messageOf(error)).toMatch(
      /the file \/etc\/db-ca\.pem, which sslrootcert in it names, cannot be read: it does not exist\. Correct/,
    )
    expect(isConnectionRefused(address, error)).toBe(true)
    expect(isConnectionRefused(address, errorOf('ENOENT', { path: '/var/lib/facet' }))).toBe(false)
  })
})

it('reads address parts from the parameters of the URL', () => {
  const parameters = 'postgres://somebody@elsewhere/facet?user=facet&password=hunter2&host=db.internal&port=6432'

  expect(roleIn(parameters)).toBe('facet')
  expect(messageOf(errorOf('28P01'), parameters)).toMatch(/PostgreSQL at db\.internal:6432 refuses the password of the role "facet"/)
  expect(messageOf(errorOf('28P01'), parameters)).not.toContain('hunter2')
  expect(messageOf(errorOf('28P01'), 'postgres:///facet?host=/run/postgresql')).toContain('at the local socket')
})
