import { type getSpec as contract, openApiDocument } from '@facet/contract'
import type { Handler } from '#context'

const document = openApiDocument()

export const getSpec: Handler<typeof contract> = async () => document
