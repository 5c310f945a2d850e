import type { Embed, mount as Mount } from '@facet/embed'

declare const FacetEmbed: { mount: typeof Mount }

/** All that the shop's page does to show a customer its sales. */
export const showSales = (place: Element, customer: string, facet: { url: string; publicId: string }): Embed =>
  FacetEmbed.mount(place, {
    ...facet,
    title: `Sales of ${customer}`,
    allowExport: true,
    // The shop's own backend knows who is signed in, and holds the key.
    session: async (_why, signal) => {
      const response = await fetch(`/api/embed-session?customer=${customer}`, { method: 'POST', signal })
      if (!response.ok) throw new Error(`No session: ${response.status}`)
      const { sessionId } = (await response.json()) as { sessionId: string }
      return sessionId
    },
  })
