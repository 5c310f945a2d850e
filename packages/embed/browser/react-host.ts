/** A host written in React, for the tests: `render` gives it other props. */
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FacetDashboard, type FacetDashboardProps } from '../src/react.ts'

const root = createRoot(document.querySelector('#root') as Element)
Object.assign(window, {
  render: (props: FacetDashboardProps) => root.render(createElement(StrictMode, null, createElement(FacetDashboard, props))),
  unmount: () => root.unmount(),
})
