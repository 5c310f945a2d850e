/** Programs that are nobody's to trust, such as data models, which are code: run behind walls, with no way out but the declared ones. */
export { guardedDial } from './dial.ts'
export { egressName } from './egress.ts'
export { listenerInside, nobody, nodeInside } from './inside.ts'
export { type Listener, openListener } from './listener.ts'
export { openSandbox, type SandboxMode, type SandboxOptions } from './open.ts'
export { checkRunFolder, makeOwnerFolder, removeLeftSandboxes } from './run-folder.ts'
export type {
  Egress,
  Sandbox,
  SandboxCommand,
  SandboxedProcess,
  SandboxExit,
  SandboxLimits,
  SandboxMount,
  SandboxRun,
  Wall,
} from './sandbox.ts'
export { describeWall } from './walls.ts'
