import { messages } from '../i18n/en-us.ts'
import type { PageState } from './page-state.ts'

/** Before anything is known. */
export const firstState = (isOnline: boolean): PageState => ({
  phase: 'loading',
  problem: null,
  isRenewing: false,
  isOnline,
  shown: null,
  locale: 'en-US',
  messages,
  timezone: null,
  scheme: 'auto',
  hostTheme: {},
  mayDownload: false,
  theme: null,
  chosen: {},
  toldControls: null,
  widgets: {},
})
