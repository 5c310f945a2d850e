/** Stands in for the native addon of Cube: the part of it that answers queries over HTTP needs, in JavaScript. */
export { createAddon, type Addon } from './addon.ts'
export { loadAddon } from './load-addon.ts'
