declare const made: unique symbol

/** Where an object is: `tenants/<tenantId>/<kind>/…/<sha256>[-<nonce>]`. Made by the functions of this file and by nothing else. */
export type ObjectKey = string & { readonly [made]: 'ObjectKey' }
/**
 * An object that its number names: `cells/<cell>/<kind>/<number>`, with sixteen digits, so that keys sort as numbers do. It belongs
 * to the installation and to no tenant. Whoever writes a number second finds it taken, whatever the bytes.
 */
export type NumberedKey = string & { readonly [made]: 'NumberedKey' }
/** All objects of a tenant, of one kind, or of one owner; ends in a slash, so that owner 1 never covers owner 10. */
export type ObjectPrefix = string & { readonly [made]: 'ObjectPrefix' }

/** Any proof of access will do: the tenant in the key is the one the proof was made for. */
type InTenant = { tenantId: number }

export type ObjectScope = {
  /** What kind of thing it is, in the plural: `packs`, `artifacts`. */
  kind: string
  /** The id of what it belongs to, so that everything of one owner can be listed and removed together. */
  owner?: number
}

export type ObjectName = ObjectScope & {
  sha256: string
  /**
   * Makes this object its writer's own. Without one, equal bytes share a key: a collector that removes what nobody names
   * any more could then remove what a second writer just found to exist. Sweepers need names with a nonce.
   */
  nonce?: string
}

const word = /^[a-z][a-z0-9-]{0,62}$/
const hash = /^[0-9a-f]{64}$/
const nonceText = /^[a-z0-9]{1,64}$/
const digits = 16
const numbered = /^cells\/(?:0|[1-9]\d{0,3})\/[a-z][a-z0-9-]{0,62}\/(\d{16})$/
const key = /^tenants\/(0|[1-9]\d{0,15})\/[a-z][a-z0-9-]{0,62}\/(?:[1-9]\d{0,15}\/)?([0-9a-f]{64})(?:-[a-z0-9]{1,64})?$/

const refuse = (what: string, value: unknown): never => {
  throw new TypeError(`${JSON.stringify(value)} is not ${what} of an object key.`)
}

const prefixOf = ({ tenantId }: InTenant, { kind, owner }: ObjectScope): string => {
  if (!Number.isSafeInteger(tenantId) || tenantId < 0) refuse('a tenant id', tenantId)
  if (!word.test(kind)) refuse('a kind', kind)
  if (owner === undefined) return `tenants/${tenantId}/${kind}/`
  if (!Number.isSafeInteger(owner) || owner < 1) refuse('an owner', owner)
  return `tenants/${tenantId}/${kind}/${owner}/`
}

/** The hash stands last, where a person and a listing can read it, and the nonce behind it: equal bytes sort together. */
export const objectKey = (access: InTenant, name: ObjectName): ObjectKey => {
  if (!hash.test(name.sha256)) refuse('a SHA-256', name.sha256)
  if (name.nonce !== undefined && !nonceText.test(name.nonce)) refuse('a nonce', name.nonce)
  return `${prefixOf(access, name)}${name.sha256}${name.nonce === undefined ? '' : `-${name.nonce}`}` as ObjectKey
}

export const objectPrefix = (access: InTenant, location: ObjectScope): ObjectPrefix => prefixOf(access, location) as ObjectPrefix

/** A key as a row kept it, taken only when it is one of this tenant's. */
export const storedObjectKey = (access: InTenant, text: string): ObjectKey => {
  if (key.exec(text)?.[1] !== String(access.tenantId)) refuse(`a key of tenant ${access.tenantId}, or a part`, text)
  return text as ObjectKey
}

export const isObjectKey = (text: string): text is ObjectKey => key.test(text)

/** The hash in the key. A store asks it before it writes or reads, so that a forged key goes nowhere. */
export const sha256Of = (text: ObjectKey): string => key.exec(text)?.[2] ?? refuse('the form', text)

export const numberedKey = (location: { cell: number; kind: string }, number: number): NumberedKey => {
  const text = `cells/${location.cell}/${location.kind}/${String(number).padStart(digits, '0')}`
  if (!Number.isSafeInteger(number) || !numbered.test(text)) refuse('a cell, a kind and a number', { ...location, number })
  return text as NumberedKey
}

export const isNumberedKey = (text: string): text is NumberedKey => numbered.test(text)

export const numberOf = (text: NumberedKey): number => Number(numbered.exec(text)?.[1] ?? refuse('the form', text))

/** What stands before the number. */
export const seriesOf = (text: NumberedKey): string => text.slice(0, -digits)

/** Throws for anything that neither function here made, so that a forged key goes nowhere. */
export const requireKey = <K extends ObjectKey | NumberedKey>(text: K): K =>
  isObjectKey(text) || isNumberedKey(text) ? text : refuse('the form', text)
