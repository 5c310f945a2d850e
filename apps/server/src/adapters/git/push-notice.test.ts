import { describe, expect, it } from 'vitest'
import { pushHosts, pushNotice } from '#test'
import { readPushNotice } from './push-notice.ts'

const [before, after] = ['a'.repeat(40), 'b'.repeat(40)]
const read = (host: string, push: Parameters<typeof pushNotice>[2]) => {
  const { headers, text } = pushNotice(host, 'secret', push)
  return readPushNotice(headers, JSON.parse(text))
}

describe.each(pushHosts)('a notice of %s', (host) => {
  it('says which branch moved, from where to where', () => {
    expect(read(host, { before, after })?.updates).toEqual([{ ref: 'refs/heads/main', before, after, isDeleted: false }])
  })

  it('tells a deleted branch, a tag and a new branch apart', () => {
    expect(read(host, { after: null })?.updates).toMatchObject([{ ref: 'refs/heads/main', after: null, isDeleted: true }])
    expect(read(host, { ref: 'refs/tags/v1' })?.updates).toMatchObject([{ ref: 'refs/tags/v1', isDeleted: false }])
    if (host !== 'Bitbucket Cloud') expect(read(host, { before: '0'.repeat(40) })?.updates).toMatchObject([{ before: null, after }])
  })

  it('tells the default branch, where its host does', () => {
    const tells = ['GitHub', 'GitLab', 'Azure DevOps'].includes(host)
    expect(read(host, { defaultBranch: 'trunk' })?.defaultBranch).toBe(tells ? 'trunk' : null)
  })
})

it('is none of a body that says something else', () => {
  for (const body of [null, 'text', 7, [], {}, { eventType: 'git.pullrequest.created' }]) expect(readPushNotice({}, body)).toBeNull()
  expect(readPushNotice({ 'x-github-event': 'ping' }, { ref: 'refs/heads/main' })).toBeNull()
})

it('holds no update of what is no text', () => {
  for (const ref of [1, true, {}, ['refs/heads/main'], { toString: 'x' }])
    expect(readPushNotice({ 'x-github-event': 'push' }, { ref, after })?.updates).toEqual([])
  const odd = {
    push: { changes: [null, 1, {}, { new: 'x' }, { new: { type: '__proto__', name: 'main' } }, { new: { type: 'branch', name: 7 } }] },
  }
  expect(readPushNotice({ 'x-event-key': 'repo:push' }, odd)?.updates).toEqual([])
})
