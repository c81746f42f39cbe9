import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'

export type ReviewEventRow = Selectable<Tables['review_event']>

export type NewEvent = {
  readonly kind: ReviewEventRow['kind']
  readonly userId: number | null
  readonly field?: string
  readonly before?: unknown
  readonly after?: unknown
  /** Evidence of the new value. */
  readonly places?: unknown
  readonly note?: string | null
}

type EventItem = { readonly id: string; readonly workflow_id: string }

/** Inserts events. Call it in the transaction of the changes that they record. */
export async function insertEvents(
  { db, organizationId }: Tenant,
  item: EventItem,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('review_event')
    .values(
      events.map(({ kind, userId, field, before: oldValue, after: newValue, places, note }) => ({
        organization_id: organizationId,
        item_id: item.id,
        workflow_id: item.workflow_id,
        user_id: userId,
        kind,
        field: field ?? null,
        before: oldValue === undefined ? null : toStorableJson(oldValue),
        after: newValue === undefined ? null : toStorableJson(newValue),
        places: places === undefined ? null : toStorableJson(places),
        note: note ?? null,
      })),
    )
    .execute()
}

const maxEvents = 500

export async function findEvents(
  { db, organizationId }: Tenant,
  itemId: string,
): Promise<ReviewEventRow[]> {
  return db
    .selectFrom('review_event')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('item_id', '=', itemId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute()
}
