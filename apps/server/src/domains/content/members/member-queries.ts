import { type Db, sql } from '#db'
import type { MemberUse, UsedIn } from './member-form.ts'

/** Whether it is the item as it is edited that uses something, or what is published of it. */
export type MemberState = 'saved' | 'published'

export type ItemPlace = { tenantId: number; deploymentId: number; embedTenantId: number; itemId: number }

const rowsOf = (uses: readonly MemberUse[]) =>
  sql`unnest(${uses.map(({ usedIn }) => usedIn)}::text[], ${uses.map(({ part }) => part ?? '')}::text[],
    ${uses.map(({ member }) => member)}::text[], ${uses.map(({ byText }) => byText)}::boolean[]) as used (used_in, part, member, by_text)`

/** What an item uses that has just been made. */
export const addMembers = async (
  db: Db,
  { tenantId, deploymentId, embedTenantId, itemId }: ItemPlace,
  state: MemberState,
  uses: readonly MemberUse[],
): Promise<void> => {
  if (uses.length === 0) return
  await sql`insert into content_members (tenant_id, deployment_id, embed_tenant_id, item_id, state, used_in, part, member, by_text)
    select ${tenantId}::bigint, ${deploymentId}::bigint, ${embedTenantId}::bigint, ${itemId}::bigint, ${state}, used.used_in, used.part, used.member,
      used.by_text from ${rowsOf(uses)} on conflict do nothing`.execute(db)
}

/** What an item uses from now on. Only what differs is written: most saves change no member. */
export const storeMembers = async (db: Db, place: ItemPlace, state: MemberState, uses: readonly MemberUse[]): Promise<void> => {
  const { tenantId, itemId } = place
  await sql`delete from content_members m where m.tenant_id = ${tenantId} and m.item_id = ${itemId} and m.state = ${state}
    and not exists (select from ${rowsOf(uses)} where used.used_in = m.used_in and used.part = m.part and used.member = m.member
      and used.by_text = m.by_text)`.execute(db)
  await addMembers(db, place, state, uses)
}

/** Copies of reports use what the reports use. */
export const copyMembers = async (
  db: Db,
  { tenantId, deploymentId, embedTenantId }: Omit<ItemPlace, 'itemId'>,
  copies: readonly { from: number; to: number }[],
): Promise<void> => {
  await sql`insert into content_members (tenant_id, deployment_id, embed_tenant_id, item_id, state, used_in, part, member, by_text)
    select ${tenantId}::bigint, ${deploymentId}::bigint, ${embedTenantId}::bigint, copy.id, m.state, m.used_in, m.part, m.member, m.by_text
    from unnest(${copies.map(({ from }) => from)}::bigint[], ${copies.map(({ to }) => to)}::bigint[]) as copy (source, id)
    join content_members m on m.tenant_id = ${tenantId} and m.item_id = copy.source and m.state = 'saved'`.execute(db)
}

/** One place where an item uses a member. */
export type UseRow = { item_id: number; state: MemberState; used_in: UsedIn; part: string; member: string; by_text: boolean }

/** What of content uses any of these members, in every workspace of the deployment: names in a text whatever their case. */
export const findUses = async (
  db: Db,
  { tenantId, deploymentId }: Pick<ItemPlace, 'tenantId' | 'deploymentId'>,
  members: readonly string[],
  { afterItemId = 0, limit }: { afterItemId?: number; limit: number },
): Promise<UseRow[]> => {
  const { rows } = await sql<UseRow>`select m.item_id, m.state, m.used_in, m.part, m.member, m.by_text from content_members m
    where m.tenant_id = ${tenantId} and m.deployment_id = ${deploymentId} and m.item_id > ${afterItemId}
      and m.member_key = any(${members.map((member) => member.toLowerCase())}::text[]) and (m.by_text or m.member = any(${members}::text[]))
    order by m.item_id, m.state, m.used_in, m.part, m.member limit ${limit}`.execute(db)
  return rows
}
