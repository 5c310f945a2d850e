export { createErrorLines, type ErrorLines } from '#kernel/error-lines'
