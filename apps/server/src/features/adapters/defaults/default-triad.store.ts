import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type TriadRow = Selectable<Tables['default_triad']>
export type TriadSlot = 'llm_id' | 'embedding_id' | 'vector_db_id' | 'text_extractor_id'
export type TriadSlots = Partial<Record<TriadSlot, string>>

export async function findTriad(
  { db, organizationId }: Tenant,
  userId: number,
): Promise<TriadRow | undefined> {
  return db
    .selectFrom('default_triad')
    .innerJoin('member', 'member.id', 'default_triad.member_id')
    .selectAll('default_triad')
    .where('default_triad.organization_id', '=', organizationId)
    .where('member.user_id', '=', userId)
    .executeTakeFirst()
}

/** Sets the given slots only. */
export async function saveTriad(
  { db, organizationId }: Tenant,
  userId: number,
  slots: TriadSlots,
): Promise<void> {
  await db
    .insertInto('default_triad')
    .columns(['organization_id', 'member_id', ...slotNames(slots)])
    .expression((eb) =>
      eb
        .selectFrom('member')
        .select([
          'member.organization_id',
          'member.id',
          ...slotNames(slots).map((name) => sql`${slots[name]}::uuid`.as(name)),
        ])
        .where('member.organization_id', '=', organizationId)
        .where('member.user_id', '=', userId),
    )
    .onConflict((c) =>
      c.constraint('default_triad_member_key').doUpdateSet({ ...slots, modified_at: new Date() }),
    )
    .execute()
}

/** Clears an adapter from the slots of users who may no longer use it. */
export async function clearTriadSlots(
  { db, organizationId }: Tenant,
  adapterId: string,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  for (const slot of ['llm_id', 'embedding_id', 'vector_db_id', 'text_extractor_id'] as const) {
    await db
      .updateTable('default_triad')
      .set({ [slot]: null })
      .where('organization_id', '=', organizationId)
      .where(slot, '=', adapterId)
      .where(({ eb, selectFrom }) =>
        eb(
          'member_id',
          'in',
          selectFrom('member').select('member.id').where('member.user_id', 'in', userIds),
        ),
      )
      .execute()
  }
}

function slotNames(slots: TriadSlots): TriadSlot[] {
  return Object.keys(slots) as TriadSlot[]
}
