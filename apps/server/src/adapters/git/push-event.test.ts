import { describe, expect, it } from 'vitest'
import { readPushEvent } from './push-event.ts'

const main = { ref: 'refs/heads/main', moreRefs: [] }
const bitbucket = (...changes: unknown[]) => ({ push: { changes } })
const azure = (...refUpdates: unknown[]) => ({ eventType: 'git.push', resource: { refUpdates } })
const nowhere = '0'.repeat(40)

describe('the notice of a push', () => {
  it.each([
    ['GitHub', { 'x-github-event': 'push' }, { ref: 'refs/heads/main', after: 'a1' }],
    ['GitLab', { 'x-gitlab-event': 'Push Hook' }, { object_kind: 'push', ref: 'refs/heads/main', after: 'a1' }],
    ['Bitbucket Cloud', { 'x-event-key': 'repo:push' }, bitbucket({ new: { type: 'branch', name: 'main' } })],
    ['Bitbucket Server', { 'x-event-key': 'repo:refs_changed' }, { changes: [{ ref: { id: 'refs/heads/main' }, type: 'UPDATE' }] }],
    ['Azure DevOps', {}, azure({ name: 'refs/heads/main', newObjectId: 'a1' })],
    ['a script', { 'x-git-event': 'push' }, { ref: 'refs/heads/main' }],
    ['a script that shouts', { 'x-git-event': ' PUSH ' }, { ref: 'refs/heads/main' }],
  ])('is read as %s sends it', (_sender, headers, body) => {
    expect(readPushEvent(headers, body)).toEqual(main)
  })

  it('leaves the branch to us when a script names none', () => {
    for (const body of [null, undefined, {}, { ref: null }, '', []])
      expect(readPushEvent({ 'x-git-event': 'push' }, body)).toEqual({ ref: null, moreRefs: [] })
  })

  it('may name several branches', () => {
    const body = bitbucket(...['a', 'b', 'a'].map((name) => ({ new: { type: 'branch', name } })))

    expect(readPushEvent({ 'x-event-key': 'repo:push' }, body)).toEqual({ ref: 'refs/heads/a', moreRefs: ['refs/heads/b'] })
  })

  it.each([
    ['another event', { 'x-github-event': 'ping' }, { ref: 'refs/heads/main' }],
    ['a merge request', { 'x-gitlab-event': 'Merge Request Hook' }, { ref: 'refs/heads/main' }],
    ['no event', {}, { ref: 'refs/heads/main' }],
    ['a tag', { 'x-github-event': 'push' }, { ref: 'refs/tags/v1' }],
    ['a tag of Bitbucket', { 'x-event-key': 'repo:push' }, bitbucket({ new: { type: 'tag', name: 'v1' } })],
    ['a deleted branch of GitHub', { 'x-github-event': 'push' }, { ref: 'refs/heads/main', deleted: true }],
    ['a deleted branch of GitLab', { 'x-gitlab-event': 'Push Hook' }, { ref: 'refs/heads/main', after: nowhere }],
    ['a deleted branch of Bitbucket', { 'x-event-key': 'repo:push' }, bitbucket({ new: null })],
    [
      'a deleted branch of Bitbucket Server',
      { 'x-event-key': 'repo:refs_changed' },
      { changes: [{ ref: { id: 'refs/heads/a' }, type: 'DELETE' }] },
    ],
    ['a deleted branch of Azure DevOps', {}, azure({ name: 'refs/heads/main', newObjectId: nowhere })],
  ])('is not seen in %s', (_what, headers, body) => {
    expect(readPushEvent(headers, body)).toBeNull()
  })

  const hostile: unknown[] = [
    ...['refs/heads/', 'refs/heads/-x', 'refs/heads/a:b', 'refs/heads/a b', 'refs/heads/a\n', 'refs/heads/../x', 'refs/heads/*', 'main'],
    ...['refs/heads/a\u0000', `refs/heads/${'a'.repeat(600)}`, 1, true, {}, [], ['refs/heads/main'], { toString: 'refs/heads/main' }],
  ]

  it.each(hostile)('is refused when its branch is %j', (ref) => {
    expect(readPushEvent({ 'x-git-event': 'push' }, { ref })).toBeNull()
    expect(readPushEvent({ 'x-github-event': 'push' }, { ref })).toBeNull()
    expect(readPushEvent({}, azure({ name: ref }))).toBeNull()
  })

  it.each([
    null,
    'text',
    7,
    [],
    [[]],
    { push: null },
    { push: { changes: {} } },
    { push: { changes: [null, 1, { new: 'x' }] } },
    JSON.parse('{"__proto__":{"ref":"refs/heads/main"}}'),
  ])('is not seen in the odd body %j', (body) => {
    expect(readPushEvent({ 'x-github-event': 'push' }, body)).toBeNull()
    expect(readPushEvent({ 'x-event-key': 'repo:push' }, body)).toBeNull()
    expect(readPushEvent({ 'x-git-event': ['push', 'push'] }, body)).toBeNull()
  })
})
