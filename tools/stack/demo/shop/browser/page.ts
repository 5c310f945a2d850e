import type { Embed, Scheme } from '@facet/embed'
import { showSales } from './host.ts'

type Started = { embed: Embed; card: Element }

const find = <T extends Element>(selector: string, within: ParentNode = document): T => {
  const found = within.querySelector<T>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}

const facet = JSON.parse(find('#facet').textContent) as { url: string; publicId: string }

const start = (card: HTMLElement): Started => {
  const embed = showSales(find('.frame', card), card.dataset['customer'] ?? '', facet)
  const state = find('.state', card)
  const say = (text: string): void => void (state.textContent = text)
  embed.on('state', ({ payload }) => say(payload.state))
  embed.on('error', ({ payload }) => say(`${payload.code}: ${payload.message}`))
  return { embed, card }
}

const started = [...document.querySelectorAll<HTMLElement>('[data-customer]')].map(start)
const setAll = (change: Parameters<Embed['set']>[0]): void => {
  // One that was revoked has nothing left to change.
  for (const { embed } of started) void embed.set(change).catch(() => undefined)
}

for (const { embed, card } of started) {
  // What it fails with is told as an event.
  find('.renew', card).addEventListener('click', () => void embed.renew().catch(() => undefined))
  find('.revoke', card).addEventListener('click', () => {
    const { customer } = (card as HTMLElement).dataset
    void fetch(`/api/revoke?customer=${customer}`, { method: 'POST' })
  })
}

find<HTMLSelectElement>('#scheme').addEventListener('change', ({ currentTarget }) => {
  const scheme = (currentTarget as HTMLSelectElement).value as Scheme
  document.documentElement.style.colorScheme = scheme === 'auto' ? 'light dark' : scheme
  setAll({ scheme })
})
find<HTMLSelectElement>('#locale').addEventListener('change', ({ currentTarget }) =>
  setAll({ locale: (currentTarget as HTMLSelectElement).value }),
)
find<HTMLInputElement>('#accent').addEventListener('change', ({ currentTarget }) =>
  setAll({ theme: { primaryColor: (currentTarget as HTMLInputElement).value } }),
)
find('#code').textContent = await (await fetch('/host.txt')).text()
