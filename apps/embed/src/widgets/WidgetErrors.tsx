import { Component, type ReactNode } from 'react'
import { keepingFocus } from '../states/keep-focus.ts'
import { renewFailedParts } from './lazy-part.tsx'
import type { WidgetData } from './types.ts'
import { WidgetNotice } from './WidgetNotice.tsx'
import type { WidgetWords } from './words.ts'

type Props = { words: WidgetWords; data: WidgetData | null; children: ReactNode }

/** Keeps what fails in one widget, its file not loading among it, out of the others. Other rows, or a connection that is back, are another try. */
export class WidgetErrors extends Component<Props, { hasFailed: boolean }> {
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override readonly state = { hasFailed: false }

  override componentDidMount(): void {
    window.addEventListener('online', this.tryAgain)
  }

  override componentDidUpdate({ data }: Props): void {
    if (data !== this.props.data) this.tryAgain()
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.tryAgain)
  }

  private readonly tryAgain = (): void => {
    if (!this.state.hasFailed) return
    renewFailedParts()
    this.setState({ hasFailed: false })
  }

  override render(): ReactNode {
    const { words, children } = this.props
    if (!this.state.hasFailed) return children
    return (
      <WidgetNotice>
        <p>{words.partFailed}</p>
        <button type="button" onClick={keepingFocus(this.tryAgain)}>
          {words.retry}
        </button>
      </WidgetNotice>
    )
  }
}
