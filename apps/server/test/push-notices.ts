import { createHmac } from 'node:crypto'

/** A push as a host tells it. `before` and `after` are commits; `after` is null where the branch was deleted. */
export type ToldPush = { ref?: string; before?: string; after?: string | null; defaultBranch?: string | null }

/** A request as it is sent: the text is what is signed. */
export type SentNotice = { headers: Record<string, string>; text: string }

const nowhere = '0'.repeat(40)
const digest = (secret: string, text: string): string => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`

type Told = { ref: string; before: string; after: string | null; defaultBranch: string | null }
type Write = (push: Told) => { headers: Record<string, string>; body: unknown }

const write: Record<string, Write> = {
  GitHub: ({ ref, before, after, defaultBranch }) => ({
    headers: { 'x-github-event': 'push', 'x-github-delivery': crypto.randomUUID() },
    body: {
      ref,
      before,
      after: after ?? nowhere,
      deleted: after === null,
      repository: { default_branch: defaultBranch },
      pusher: { name: 'ada' },
    },
  }),
  GitLab: ({ ref, before, after, defaultBranch }) => ({
    headers: { 'x-gitlab-event': ref.startsWith('refs/tags/') ? 'Tag Push Hook' : 'Push Hook', 'x-gitlab-event-uuid': crypto.randomUUID() },
    body: { object_kind: 'push', ref, before, after: after ?? nowhere, project: { default_branch: defaultBranch } },
  }),
  'Bitbucket Cloud': ({ ref, before, after }) => {
    const [, kind = '', name = ''] = /^refs\/(heads|tags)\/(.*)$/.exec(ref) ?? []
    const at = (hash: string) => ({ type: kind === 'tags' ? 'tag' : 'branch', name, target: { hash } })
    return {
      headers: { 'x-event-key': 'repo:push', 'x-request-uuid': crypto.randomUUID() },
      body: { push: { changes: [{ old: at(before), new: after === null ? null : at(after) }] } },
    }
  },
  'Bitbucket Server': ({ ref, before, after }) => ({
    headers: { 'x-event-key': 'repo:refs_changed', 'x-request-id': crypto.randomUUID() },
    body: { changes: [{ ref: { id: ref }, fromHash: before, toHash: after ?? nowhere, type: after === null ? 'DELETE' : 'UPDATE' }] },
  }),
  'Azure DevOps': ({ ref, before, after, defaultBranch }) => ({
    headers: {},
    body: {
      id: crypto.randomUUID(),
      eventType: 'git.push',
      resource: {
        refUpdates: [{ name: ref, oldObjectId: before, newObjectId: after ?? nowhere }],
        repository: defaultBranch === null ? {} : { defaultBranch: `refs/heads/${defaultBranch}` },
      },
    },
  }),
  'a script': ({ ref, before, after }) => ({ headers: { 'x-git-event': 'push' }, body: { ref, before, after: after ?? nowhere } }),
}

/** How each host proves that it knows the secret. */
const prove: Record<string, (secret: string, text: string) => Record<string, string>> = {
  GitHub: (secret, text) => ({ 'x-hub-signature-256': digest(secret, text) }),
  GitLab: (secret) => ({ 'x-gitlab-token': secret }),
  'Bitbucket Cloud': (secret, text) => ({ 'x-hub-signature': digest(secret, text) }),
  'Bitbucket Server': (secret, text) => ({ 'x-hub-signature': digest(secret, text) }),
  'Azure DevOps': (secret) => ({ authorization: `Basic ${Buffer.from(`facet:${secret}`).toString('base64')}` }),
  'a script': (secret, text) => ({ 'x-facet-signature-256': digest(secret, text) }),
}

export const pushHosts = Object.keys(write)

/** The notice of a push as this host sends it, under a delivery id of its own each time. */
export const pushNotice = (host: string, secret: string, push: ToldPush): SentNotice => {
  const told = { ref: 'refs/heads/main', before: 'a'.repeat(40), after: 'b'.repeat(40), defaultBranch: 'main', ...push }
  const written = write[host]?.(told)
  if (!written) throw new Error(`${host} sends no notices.`)
  const text = JSON.stringify(written.body)
  return { headers: { ...written.headers, ...prove[host]?.(secret, text) }, text }
}

/** A commit by one letter. */
export const commitNamed = (letter: string): string => letter.repeat(40)
