/** The one file for pages without a bundler: `FacetEmbed.mount(…)`, and the element. */
import { defineElement } from './element.ts'
import { EmbedError, mount, preload } from './index.ts'

Object.assign(window, { FacetEmbed: { mount, preload, EmbedError } })
defineElement()
