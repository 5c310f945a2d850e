import { createContext, useContext } from 'react'
import type { Messages } from './i18n/messages.ts'
import type { Page } from './session/open-page.ts'
import { useStore } from './store/create-store.ts'
import type { PageState } from './store/page-state.ts'

export const PageContext = createContext<Page | null>(null)

export const usePage = (): Page => {
  const page = useContext(PageContext)
  if (!page) throw new Error('This is drawn outside of a page.')
  return page
}

export const usePageState = <Part>(read: (state: PageState) => Part): Part => useStore(usePage().store, read)

export const useMessages = (): Messages => usePageState(({ messages }) => messages)
