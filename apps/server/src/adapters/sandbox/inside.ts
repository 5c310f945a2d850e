/** Where things are inside a sandbox. */
const own = '/facet'

/** The Node that runs this process. */
export const nodeInside = `${own}/bin/node`

/** The program that listens for what may be dialled, and its plan. The ending says how Node reads it. */
export const initInside = (ending: 'ts' | 'js'): string => `${own}/init.${ending === 'ts' ? 'mts' : 'mjs'}`
export const egressInside = `${own}/egress`
export const planInside = `${egressInside}/plan.json`

/** What a program is given to listen on; those before it are what bubblewrap is told by. */
export const listenerInside = 5

/** What bubblewrap reads the filter of system calls from. */
export const filterFd = listenerInside + 1

/** Nobody: a number that owns nothing. */
export const nobody = 65_534
