import type { Problem } from '@facet/embed/page'
import { Component, type ReactNode } from 'react'

type PageErrorsProps = { onError: (problem: Problem) => void; fallback: ReactNode; children: ReactNode }

const fault: Problem = { code: 'page_error', message: 'The page in the frame has a fault.', retryable: false }

/** A fault of ours leaves a sentence in place of an empty frame, and the host hears of it. */
export class PageErrors extends Component<PageErrorsProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.props.onError(fault)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
