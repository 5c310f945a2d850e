import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'

describe('on a server', () => {
  it('every entry can be imported', async () => {
    const [core, react, element] = await Promise.all([import('../src/index.ts'), import('../src/react.ts'), import('../src/element.ts')])

    expect([core.mount, core.preload, react.FacetDashboard, element.defineElement].map((each) => typeof each)).toEqual([
      'function',
      'function',
      'function',
      'function',
    ])
  })

  it('the component is an empty box, and asks for no session', async () => {
    const { FacetDashboard } = await import('../src/react.ts')
    const session = vi.fn<() => Promise<string>>()
    const props = { url: 'https://acme.example.com', publicId: 'sales', title: 'Sales', session, className: 'box' }

    expect(renderToString(createElement(FacetDashboard, props))).toBe('<div class="box"></div>')
    expect(session).not.toHaveBeenCalled()
  })
})
