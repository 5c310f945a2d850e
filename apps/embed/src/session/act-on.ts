import type { Action, Change, Filters, Problem } from '@facet/embed/page'
import { readAddress } from '../address.ts'
import { filtersIn, readFilter } from '../controls/control-rules.ts'

type Acts = {
  change: (next: Change) => Promise<void>
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

/** Hosts write the value as it is, or encoded as an address has it. */
const filterIn = (parameter: string): Filters | undefined => {
  const at = parameter.indexOf('=')
  const [[name, text] = ['', '']] = new URLSearchParams(parameter)
  return readFilter(parameter.slice(0, at), parameter.slice(at + 1)) ?? readFilter(name, text)
}

/** Does what a host without an SDK asks for. */
export const actOn = (action: Action, { change, addFilters, refresh, publicId, refuse }: Acts): void => {
  switch (action.type) {
    case 'set-filter': {
      const filter = filterIn(action.filterUrlParameter)
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
