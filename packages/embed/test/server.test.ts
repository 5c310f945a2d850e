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

  it('mount says that it needs a browser', async () => {
    const { mount } = await import('../src/index.ts')
    const options = { url: 'https://acme.example.com', publicId: 'sales', title: 'Sales', session: async () => 'es_1' }

    expect(() => mount('#sales', options)).toThrow(
      expect.objectContaining({ code: 'invalid_options', message: 'mount needs a browser: call it in an effect.' }),
    )
  })

  it('the component is an empty box, and asks for no session', async () => {
    const { FacetDashboard } = await import('../src/react.ts')
    const session = vi.fn<() => Promise<string>>()
    const props = { url: 'https://acme.example.com', publicId: 'sales', title: 'Sales', session, className: 'box' }

    expect(renderToString(createElement(FacetDashboard, props))).toBe('<div class="box"></div>')
    expect(session).not.toHaveBeenCalled()
  })
})
