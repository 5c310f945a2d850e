/** Something a linter of ours found. */
export type Problem = { file: string; line: number; message: string }
