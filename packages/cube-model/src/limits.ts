/**
 * What is read of data models. A second goes by for a megabyte or less; what is beyond these is opaque where one file is, and
 * refused where a whole comparison is.
 */
export const modelLimits = {
  /** Of one file. */
  maxFileBytes: 1024 * 1024,
  maxDepth: 60,
  maxNodes: 250_000,
  maxAliasNodes: 10_000,
  maxOpenBrackets: 1000,
  /** Characters that mean something to YAML: its parser takes its time for each, whatever they come to. */
  maxMarks: 200_000,
  /** Of all YAML that a comparison looks at, each content once. */
  maxComparedBytes: 16 * 1024 * 1024,
  maxAnswerBytes: 32 * 1024 * 1024,
} as const
