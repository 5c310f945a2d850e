import { type getSpec as contract, openApiDocument } from '@facet/contract'
import type { Handler } from '#context'

export const getSpec: Handler<typeof contract> = async () => openApiDocument()
