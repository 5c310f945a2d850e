/** User attributes: what a tenant defines to be known of each user, and how texts become values of it. */
export { fitsType, formatValue, parseDefault } from './attribute-values.ts'
export { attributeNotFound } from './user-attribute-queries.ts'
export { definitionLimit } from './user-attribute-rules.ts'
