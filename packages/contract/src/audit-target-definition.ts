/** A kind of thing that an audit entry names; `param`: the parameter of a path that names one, for a request that was refused before anything looked it up. */
export type AuditTargetDefinitions = Record<string, { param?: string }>
