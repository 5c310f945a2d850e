import { loadPath, type Place } from '../../../harness/gateway/stage.ts'
import { passedHeaders, swallowedHeaders } from './headers.ts'
import { wrongBases, wrongPaths } from './paths.ts'
import type { Raw } from './send.ts'
import { forgedTokens, type Loot, misreadClaims, signHs } from './tokens.ts'

/** One request, and whether a response shows that the gateway accepted it. */
export type Case = { name: string; lines: string[]; body?: string; isAccepted: (answer: Raw) => boolean }

const isGood = ({ status }: Raw): boolean => status >= 200 && status < 300

export type World = { own: Place; foreign: Place; loot: Loot; ownToken: string }

const headOf = (method: string, path: string, host: string, ...headers: string[]): string[] => [
  `${method} ${path} HTTP/1.1`,
  `host: ${host}`,
  `x-forwarded-host: ${host}`,
  'x-forwarded-proto: https',
  ...headers,
]

const leaks =
  (name: string) =>
  (answer: Raw): boolean => {
    const seen = answer.body['headers'] as Record<string, string> | undefined
    // A refused request shows nothing about forwarded headers.
    return (
      !isGood(answer) ||
      seen === undefined ||
      Object.keys(seen).some((key) => !passedHeaders.has(key)) ||
      (!passedHeaders.has(name.toLowerCase()) && name.toLowerCase() in seen)
    )
  }

const contextIn = (answer: Raw): string =>
  Buffer.from((answer.body['headers'] as Record<string, string> | undefined)?.['authorization'] ?? '', 'base64url').toString()

/** All attacks. The trial sends their valid counterparts separately. */
export const casesOf = ({ own, foreign, loot, ownToken }: World): Case[] => {
  const host = own.tenant.host
  const load = loadPath(own, '?query=echo')
  const embed = `authorization: ${loot.embedToken}`
  const owner = `authorization: ${ownToken}`
  const refused = (name: string, lines: string[], body?: string): Case => ({
    name,
    lines,
    isAccepted: isGood,
    ...(body === undefined ? {} : { body }),
  })
  const injected = 'planted-group'
  const isInjected = (answer: Raw): boolean => !isGood(answer) || contextIn(answer).includes(injected)
  const injection = encodeURIComponent(JSON.stringify({ cubeCloud: { groups: [injected] } }))
  const json = 'content-type: application/json'
  const posted = JSON.stringify({ query: {}, securityContext: { cubeCloud: { groups: [injected] } }, authInfo: { groups: [injected] } })
  return [
    ...wrongPaths.flatMap((path) => [
      refused(`path ${path}, embed`, headOf('GET', `/deployment/${own.slug}${path}`, host, embed)),
      refused(`path ${path}, owner`, headOf('GET', `/deployment/${own.slug}${path}`, host, owner)),
    ]),
    ...wrongBases(own.slug).map((base) => refused(`base ${base}`, headOf('GET', `${base}/cubejs-api/v1/load`, host, owner))),
    refused('absolute address', headOf('GET', `http://${host}/deployment/${own.slug}/cubejs-api/v1/load`, host, owner)),
    ...forgedTokens(loot).map(([name, value]) => refused(`token: ${name}`, headOf('GET', load, host, `authorization: ${value}`))),
    ...misreadClaims.map(([name, claims]) => {
      const token = signHs(JSON.parse(claims), loot.secret)
      return refused(`claims: ${name}`, headOf('GET', load, host, `authorization: ${token}`))
    }),
    refused('no token', headOf('GET', load, host)),
    refused('an empty token', headOf('GET', load, host, 'authorization: ')),
    refused('two tokens in two headers', headOf('GET', load, host, owner, embed)),
    refused('the same token twice', headOf('GET', load, host, owner, owner)),
    refused('the token in the header of the engine', headOf('GET', load, host, `x-cube-authorization: ${ownToken}`)),
    refused('the token in the address', headOf('GET', `${load}&token=${ownToken}&authorization=${ownToken}`, host)),
    refused('the token in a cookie', headOf('GET', load, host, `cookie: authorization=${ownToken}`)),
    refused('the host of another tenant', headOf('GET', load, foreign.tenant.host, owner)),
    refused('the host of nobody', headOf('GET', load, 'nobody.test', owner)),
    refused('two hosts', headOf('GET', load, host, `host: ${foreign.tenant.host}`, owner)),
    refused('the slug of another tenant', headOf('GET', loadPath(foreign, '?query=echo'), host, owner)),
    refused('the own token at another tenant', headOf('GET', loadPath(foreign, '?query=echo'), foreign.tenant.host, owner)),
    refused('the embed token at another tenant', headOf('GET', loadPath(foreign, '?query=echo'), foreign.tenant.host, embed)),
    refused('a page of nobody', headOf('GET', load, host, embed, 'origin: https://evil.test')),
    refused('a page without an origin', headOf('GET', load, host, embed, 'origin: null')),
    refused('a preflight of nobody', headOf('OPTIONS', load, host, 'origin: https://evil.test', 'access-control-request-method: GET')),
    ...['PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE', 'PROPFIND', 'get'].map((method) =>
      refused(`method ${method}`, headOf(method, load, host, owner)),
    ),
    refused('a GET with a body', headOf('GET', load, host, owner, json, 'content-length: 2'), '{}'),
    refused('a form', headOf('POST', load, host, owner, 'content-type: application/x-www-form-urlencoded', 'content-length: 2'), '{}'),
    refused('text', headOf('POST', load, host, owner, 'content-type: text/plain', 'content-length: 2'), '{}'),
    refused('two types', headOf('POST', load, host, owner, json, 'content-type: text/plain', 'content-length: 2'), '{}'),
    refused('two lengths', headOf('POST', load, host, owner, json, 'content-length: 2', 'content-length: 3'), '{}'),
    refused('a length and chunks', headOf('POST', load, host, owner, json, 'content-length: 2', 'transfer-encoding: chunked'), '0\r\n\r\n'),
    refused('chunks of chunks', headOf('POST', load, host, owner, json, 'transfer-encoding: chunked, identity'), '0\r\n\r\n'),
    refused('a length that is none', headOf('POST', load, host, owner, json, 'content-length: +2'), '{}'),
    refused('too long', headOf('POST', load, host, owner, json, 'content-length: 52428801'), '{}'),
    refused(
      'SQL without the addon',
      headOf('POST', `/deployment/${own.slug}/cubejs-api/v1/cubesql`, host, owner, json, 'content-length: 2'),
      '{}',
    ),
    ...swallowedHeaders.map(
      ([name, value]): Case => ({
        name: `header ${name}`,
        lines: headOf('GET', load, host, owner, `${name}: ${value}`),
        isAccepted: leaks(name),
      }),
    ),
    { name: 'header named by connection', lines: headOf('GET', load, host, owner, 'x-planted: 1'), isAccepted: leaks('x-planted') },
    ...['planted', 'extended', 'query[planted]', '%71uery', 'query'].map(
      (name): Case => ({
        name: `parameter ${name}`,
        lines: headOf('GET', `${load}&${name}=planted`, host, embed),
        isAccepted: (answer) => !isGood(answer) || answer.body['url'] !== '/cubejs-api/v1/load?query=echo',
      }),
    ),
    {
      name: 'context in the address',
      lines: headOf('GET', `${load}&securityContext=${injection}&cubeCloud=${injection}`, host, embed),
      isAccepted: isInjected,
    },
    {
      name: 'context in the body',
      lines: headOf('POST', load, host, embed, json, `content-length: ${posted.length}`),
      body: posted,
      isAccepted: isInjected,
    },
    { name: 'context in a header', lines: headOf('GET', load, host, embed, `x-security-context: ${injection}`), isAccepted: isInjected },
  ]
}
