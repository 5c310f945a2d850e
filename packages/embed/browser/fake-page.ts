/** Stands for the embedded page: answers as its session and its dashboard tell it to, and keeps what it was asked. */
import { acceptHost, type Change, EmbedError, type Handlers, modeOf, openLegacyHost, serveHost } from '../src/page/index.ts'

type Seen = {
  session: string
  calls: string[]
  live: object
  changes: object[]
  actions: unknown[]
  origin: string
  expire: () => void
  reopen: () => void
  revoke: () => void
  say: (type: string) => void
}
declare const window: Window & { seen: Partial<Seen> }

const content = document.querySelector<HTMLElement>('#content') as HTMLElement
const seen: Partial<Seen> & Pick<Seen, 'calls' | 'changes'> = { calls: [], changes: [] }
window.seen = seen

/** `life=3` in a session: so many seconds. `silent=1`: it is not answered. `refuse=code`: it is refused, and `refuse=code!` for good. */
const partOf = (session: string, name: string): string | undefined => new RegExp(`${name}=([^;]*)`).exec(session)?.[1]
const take = async (session: string): Promise<{ expires_in: number }> => {
  if (partOf(session, 'silent')) await new Promise(() => undefined)
  const refused = partOf(session, 'refuse')
  if (refused)
    throw new EmbedError({ code: refused.replace('!', ''), message: 'Refused.', retryable: !refused.endsWith('!'), requestId: 'r-1' })
  seen.session = session
  return { expires_in: Number(partOf(session, 'life') ?? 3600) }
}
const show = ({ filters, publicId }: Change): void => {
  if (filters) content.style.height = `${String(filters['box.px']?.value ?? 300)}px`
  if (publicId === 'follows-frame') content.style.height = 'calc(100vh + 20px)'
  if (publicId === 'fills-frame') content.style.height = '100vh'
  if (publicId === 'goes-back-and-forth') {
    const turn = (): void => void (content.style.height = window.innerHeight > 400 ? '300px' : '500px')
    window.addEventListener('resize', turn)
    turn()
  }
}

const handlers: Handlers = {
  start: async (session, live, origin) => {
    seen.calls.push(`start ${session}`)
    seen.origin = origin
    seen.live = live
    const granted = await take(session)
    show({ filters: {}, ...live })
    return { ...granted, ready: { embedTenant: 'acme', deploymentId: 1, mode: 'signed', surface: 'dashboard', publicId: live.publicId } }
  },
  renew: async (session, why) => {
    seen.calls.push(`${why} ${session}`)
    return take(session)
  },
  set: async (change) => {
    seen.calls.push(`set ${JSON.stringify(change)}`)
    seen.changes.push(change)
    show(change)
  },
  refresh: async () => void seen.calls.push('refresh'),
}

const problem = (code: string) => ({ code, message: 'Ended.', retryable: false })

const mode = modeOf(location.search)
if (mode === 'port') {
  const host = serveHost(await acceptHost(window), handlers)
  host.observe(content)
  Object.assign(seen, {
    expire: () => host.expired(problem('embed_token_expired')),
    reopen: () => host.reopen(problem('session_required')),
    revoke: () => host.revoked(problem('session_revoked')),
    say: (type: string) => host.event(type, { path: '/' }),
  })
}
if (mode === 'plain') {
  const actions: unknown[] = []
  const origins = new URLSearchParams(location.search).getAll('origin')
  const host = openLegacyHost({ view: window, origins: () => origins, surface: 'dashboard', onAction: (action) => actions.push(action) })
  Object.assign(seen, { actions, say: (type: string) => host.event(type, { path: '/' }) })
}
