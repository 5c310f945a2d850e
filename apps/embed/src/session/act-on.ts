import type { Action, Filters, Live, Problem } from '@facet/embed/page'
import { readAddress } from '../address.ts'
import { filtersIn, readFilter } from '../controls/control-rules.ts'

type Acts = {
  change: (next: Partial<Live>) => Promise<void>
  addFilters: (filters: Filters) => void
  refresh: () => void
  /** The dashboard that is shown. */
  publicId: () => string
  refuse: (problem: Problem) => void
}

const elsewhere: Problem = {
  code: 'session_required',
  message: 'Another dashboard is opened with a session of its own: load the frame anew with one.',
  retryable: false,
}

/** Does what a host without an SDK asks for. */
export const actOn = (action: Action, { change, addFilters, refresh, publicId, refuse }: Acts): void => {
  switch (action.type) {
    case 'set-filter': {
      const [[name, text] = ['', '']] = new URLSearchParams(action.filterUrlParameter)
      const filter = readFilter(name, text)
      return filter && addFilters(filter)
    }
    case 'navigate': {
      const url = new URL(action.path, 'https://page.invalid')
      return readAddress(url).publicId === publicId() ? void change({ filters: filtersIn(url.searchParams) }) : refuse(elsewhere)
    }
    case 'refresh':
      return refresh()
    case 'set-theme':
      return void change({ theme: action.theme })
    case 'set-color-scheme':
      return void change({ scheme: action.scheme })
    case 'set-locale':
      return void change({ locale: action.locale })
    default:
      return void change({ timezone: action.timezone })
  }
}
