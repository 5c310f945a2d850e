/** Builds of data models: what asks for one, what starts and ends them, and the steps they go in. */
export { type BuildReason, cancelBuild, requestBuild } from '#engine/hosting'
