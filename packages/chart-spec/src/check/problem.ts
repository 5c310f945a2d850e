/** Where in the specification, as a JSON pointer, and what is wrong there. */
export type ChartProblem = { at: string; what: string }
