import { openEmbed } from './embed.ts'
import type { Allowed, Change, Embed, Filters, Options, SessionCallback, Theme } from './index.ts'

/** Asks an address of the host's own backend, which answers `{ sessionId }`. */
const sessionFrom =
  (url: string): SessionCallback =>
  async (why, signal) => {
    const response = await fetch(`${url}${url.includes('?') ? '&' : '?'}why=${why}`, { method: 'POST', signal })
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
    const { sessionId } = (await response.json()) as { sessionId: string }
    return sessionId
  }

const live: Record<string, keyof Change> = {
  'public-id': 'publicId',
  scheme: 'scheme',
  locale: 'locale',
  timezone: 'timezone',
  'allow-export': 'allowExport',
}
/** What an attribute says. The last of them says it by being there. */
const valueOf = (option: keyof Change, text: string | null): string | true | undefined =>
  option === 'allowExport' && text !== null ? true : (text ?? undefined)
const properties = ['session', 'filters', 'theme'] as const

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
    static readonly observedAttributes = [...Object.keys(live), 'url', 'title', 'session-url', 'allow']
    embed: Embed | undefined
    #isInPage = false
    #session: SessionCallback | undefined
    #filters: Filters | undefined
    #theme: Theme | undefined

    /** In place of `session-url`. Another one is asked the next time; nothing is loaded anew. */
    get session(): SessionCallback | undefined {
      return this.#session
    }
    set session(session: SessionCallback | undefined) {
      this.#session = session
      this.#open()
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
      for (const property of properties) this.#adopt(property)
      this.#isInPage = true
      this.#open()
    }
    disconnectedCallback(): void {
      this.#isInPage = false
      this.#close()
    }
    attributeChangedCallback(attribute: string, before: string | null, value: string | null): void {
      if (value === before) return
      const option = live[attribute]
      // Without a dashboard there is nothing to show, which is refused as it is at the beginning.
      if (this.embed && option && (value || option !== 'publicId')) return this.#set({ [option]: valueOf(option, value) })
      if (this.embed && attribute === 'title') return this.firstElementChild?.setAttribute('title', value ?? '')
      this.#close()
      this.#open()
    }

    /** One that was set before the element was known hides the accessor of its name. */
    #adopt(property: (typeof properties)[number]): void {
      if (!Object.hasOwn(this, property)) return
      const value = this[property]
      Reflect.deleteProperty(this, property)
      Object.assign(this, { [property]: value })
    }
    #callback(): SessionCallback | undefined {
      const endpoint = this.getAttribute('session-url')
      return this.#session ?? (endpoint ? callbackOf(endpoint) : undefined)
    }
    #open(): void {
      const callback = this.#callback()
      if (this.embed || !this.#isInPage || !callback) return
      const text = (attribute: string): string | undefined => this.getAttribute(attribute) ?? undefined
      const allow = text('allow')
      const options = {
        url: text('url') ?? '',
        publicId: text('public-id') ?? '',
        title: text('title') ?? '',
        session: (why, signal) => (this.#callback() ?? callback)(why, signal),
        height: text('height'),
        loading: text('loading'),
        ...(allow === undefined ? {} : { allow: allow.split(/\s+/) as Allowed[] }),
        filters: this.#filters,
        theme: this.#theme,
        ...Object.fromEntries(Object.entries(live).map(([attribute, option]) => [option, valueOf(option, this.getAttribute(attribute))])),
      } as Options
      this.style.display ||= 'block'
      this.embed = openEmbed(this, options, callback)
      this.embed.on('*', ({ type, payload }) => void this.dispatchEvent(new CustomEvent(type, { detail: payload })))
    }
    #close(): void {
      this.embed?.destroy()
      this.embed = undefined
    }
    #set(change: Change): void {
      // It fails with what was told as an event.
      this.embed?.set(change).catch(() => undefined)
    }
  }
  registry.define(name, FacetDashboardElement)
}
