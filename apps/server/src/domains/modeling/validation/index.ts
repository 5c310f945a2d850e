/** Compiling a commit without building it: on request, and when a branch is merged. */
export { checkModel, problemView } from './check-model.ts'
