/** Programs that are not ours to trust with the machine: started under limits on memory, processor, files, time and output. */
export { type ChildGroup, type ChildGroups, openChildGroups, type OpenedFile, removeWhenEmpty } from './groups.ts'
export { endLeftChildren } from './left.ts'
export { ChildLimitExceeded, type ChildLimit, type ChildLimits, describeLimits } from './limits.ts'
export { outsidePath } from './outside-path.ts'
export { removeTree } from './remove-tree.ts'
export { type ChildAnswer, type ChildCall, hearChild, runChild } from './run.ts'
export { checkLimiter, type ChildCommand, endChild, limiter, startChild } from './start.ts'
