/** Where things are inside a sandbox. */
const own = '/facet'

/** The Node that runs this process. */
export const nodeInside = `${own}/bin/node`

/** The program that listens for what may be dialled, and its plan. The ending says how Node reads it. */
export const initInside = (ending: 'ts' | 'js'): string => `${own}/init.${ending === 'ts' ? 'mts' : 'mjs'}`
export const egressInside = `${own}/egress`
export const planInside = `${egressInside}/plan.json`

/** Nobody: a number that owns nothing. */
export const nobody = 65_534
