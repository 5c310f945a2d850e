export { type GitAnswer, type GitCall, GitProblem, runGit, startGit } from './run.ts'
