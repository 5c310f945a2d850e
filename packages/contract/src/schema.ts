import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from 'typebox'

export { type Static, type TSchema, Type }

/**
 * A named object. The title is what the OpenAPI document lists under components/schemas and what the client calls
 * the type, so it is unique over the whole contract; the emitter refuses two different schemas of one title.
 */
export const schema = <P extends TProperties>(title: string, properties: P, options: { description?: string } = {}): TObject<P> =>
  Type.Object(properties, { ...options, title })

/** Like `schema`, but a field it does not know is refused: for payloads where a typing slip would widen access. */
export const strictSchema = <P extends TProperties>(title: string, properties: P, options: { description?: string } = {}): TObject<P> =>
  Type.Object(properties, { ...options, title, additionalProperties: false })

export const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()])

/** Optional fields of the reference are nearly always nullable too; null then means the same as leaving it out. */
export const Maybe = <T extends TSchema>(type: T): TOptional<ReturnType<typeof Nullable<T>>> => Type.Optional(Nullable(type))

export const OneOf = <const V extends string[]>(title: string, values: [...V]) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: values, title })

/** A schema within itself, by its title. What it holds has to be said, since no type can be inferred in a circle. */
export const Itself = <T>(title: string) => Type.Unsafe<T>({ $ref: title })

/** PostgreSQL's text cannot hold a NUL; refusing it here keeps the refusal a 400. */
export const Text = (maxLength: number, options: { minLength?: number; pattern?: string; description?: string } = {}) =>
  Type.String({ maxLength, pattern: '^[^\\u0000]*$', ...options })

/** Ids are 53-bit so that JSON numbers carry them exactly. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const Timestamp = Type.String({ format: 'date-time' })

export const JsonObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** The answer of an operation that has nothing to say. */
export const NoContent = Type.Null()
