import type { watchEmbedSession as contract } from '@facet/contract'
import { ownKeyOf } from '#access'
import type { Handler } from '#context'

export const watchEmbedSession: Handler<typeof contract> = (_, { caller, embed: { watches }, signal }) => {
  const { embed, tenantId, endsAtMs } = caller
  if (!embed || endsAtMs === null) throw new Error('Only an embed token gets here, and each of them ends.')
  return watches.open({ tenantId, bucket: embed.bucket, grantId: embed.id, user: String(ownKeyOf(caller)), endsAtMs }, signal)
}
