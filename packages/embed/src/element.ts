import { type Embed, type Filters, mount, type Options, type SessionCallback, type Theme } from './index.ts'

/** Asks an address of the host's own backend, which answers `{ sessionId }`. */
const sessionFrom =
  (url: string): SessionCallback =>
  async (why, signal) => {
    const response = await fetch(`${url}${url.includes('?') ? '&' : '?'}why=${why}`, { method: 'POST', signal })
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
    const { sessionId } = (await response.json()) as { sessionId: string }
    return sessionId
  }

const live = { 'public-id': 'publicId', scheme: 'scheme', locale: 'locale', timezone: 'timezone' } as const

/** Makes `<facet-dashboard url public-id title session-url>` known. Nothing happens on import: a server has no elements. */
export const defineElement = (name = 'facet-dashboard', registry: CustomElementRegistry = customElements): void => {
  if (registry.get(name)) return
  // Elements with one address have one callback, and so one loop.
  const callbacks = new Map<string, SessionCallback>()
  const callbackOf = (url: string): SessionCallback => {
    const callback = callbacks.get(url) ?? sessionFrom(url)
    callbacks.set(url, callback)
    return callback
  }

  class FacetDashboardElement extends HTMLElement {
    static readonly observedAttributes = Object.keys(live)
    embed: Embed | undefined
    #session: SessionCallback | undefined
    #filters: Filters | undefined
    #theme: Theme | undefined

    /** In place of `session-url`. */
    get session(): SessionCallback | undefined {
      return this.#session
    }
    set session(session: SessionCallback | undefined) {
      this.#session = session
      this.connectedCallback()
    }
    get filters(): Filters | undefined {
      return this.#filters
    }
    set filters(filters: Filters | undefined) {
      this.#filters = filters
      this.#set({ filters: filters ?? {} })
    }
    get theme(): Theme | undefined {
      return this.#theme
    }
    set theme(theme: Theme | undefined) {
      this.#theme = theme
      this.#set({ theme: theme ?? {} })
    }

    connectedCallback(): void {
      const endpoint = this.getAttribute('session-url')
      const session = this.#session ?? (endpoint ? callbackOf(endpoint) : undefined)
      if (this.embed || !this.isConnected || !session) return
      const text = (attribute: string): string | undefined => this.getAttribute(attribute) ?? undefined
      const options = {
        url: text('url') ?? '',
        title: text('title') ?? '',
        session,
        height: text('height'),
        loading: text('loading'),
        filters: this.#filters,
        theme: this.#theme,
        ...Object.fromEntries(Object.entries(live).map(([attribute, option]) => [option, text(attribute)])),
      }
      this.style.display ||= 'block'
      this.embed = mount(this, options as Options)
      this.embed.on('*', ({ type, payload }) => void this.dispatchEvent(new CustomEvent(type, { detail: payload })))
    }
    disconnectedCallback(): void {
      this.embed?.destroy()
      this.embed = undefined
    }
    attributeChangedCallback(attribute: keyof typeof live, _: string | null, value: string | null): void {
      if (value !== null) this.#set({ [live[attribute]]: value })
    }
    #set(change: Parameters<Embed['set']>[0]): void {
      // It fails with what was told as an event.
      this.embed?.set(change).catch(() => undefined)
    }
  }
  registry.define(name, FacetDashboardElement)
}
