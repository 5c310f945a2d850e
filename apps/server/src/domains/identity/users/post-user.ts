import type { postUser as contract } from '@facet/contract'
import type { Handler } from '#context'
import { updateUser } from './update-user.ts'

export const postUser: Handler<typeof contract> = updateUser
