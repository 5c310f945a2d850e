import { Component, type ReactNode } from 'react'
import { WidgetNotice } from './WidgetNotice.tsx'
import type { WidgetWords } from './words.ts'

type Props = { words: WidgetWords; children: ReactNode }

/** Keeps what fails in one widget, its file not loading among it, out of the others. */
export class WidgetErrors extends Component<Props, { hasFailed: boolean }> {
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override readonly state = { hasFailed: false }

  override render(): ReactNode {
    return this.state.hasFailed ? <WidgetNotice>{this.props.words.partFailed}</WidgetNotice> : this.props.children
  }
}
