/** A host written in React, for the tests: `render` gives it other props. */
import { createElement, createRef, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FacetDashboard, type FacetDashboardHandle, type FacetDashboardProps } from '../src/react.ts'

const root = createRoot(document.querySelector('#root') as Element)
const asked: string[] = []
const heard: string[] = []
const dashboard = createRef<FacetDashboardHandle>()

const show = (props: Partial<FacetDashboardProps> & { url: string }): void =>
  root.render(
    createElement(
      StrictMode,
      null,
      createElement(FacetDashboard, {
        publicId: 'sales',
        title: 'Sales',
        // Another function at each rendering, as hosts write it.
        session: async (why) => {
          asked.push(props.title ? `${why} ${props.title}` : why)
          return `session-${asked.length}`
        },
        onEvent: ({ type }) => heard.push(type),
        onError: ({ code }) => heard.push(`error ${code}`),
        ref: dashboard,
        ...props,
      }),
    ),
  )

Object.assign(window, { show, leave: () => root.unmount(), asked, heard, dashboard })
