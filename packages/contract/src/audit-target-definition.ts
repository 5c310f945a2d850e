/** A kind of thing that an audit entry names; `param`: the parameters of a path that name one, for a request that was refused before anything looked it up. */
export type AuditTargetDefinitions = Record<string, { param?: string | readonly string[] }>
