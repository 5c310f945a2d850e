/** What a user has of each attribute; internal users and external ones are addressed alike. */
export { getUserAttributeValues } from './get-user-attribute-values.ts'
export { upsertUserAttributeValue } from './upsert-user-attribute-value.ts'
