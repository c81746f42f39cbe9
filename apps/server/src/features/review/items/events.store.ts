import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable.ts'

export type ReviewEventRow = Selectable<Tables['review_event']>

export type NewEvent = {
  readonly kind: ReviewEventRow['kind']
  readonly userId: number | null
  readonly field?: string
  readonly before?: unknown
  readonly after?: unknown
  /** Of what is there after it. */
  readonly places?: unknown
  readonly note?: string | null
}

type OfItem = { readonly id: string; readonly workflow_id: string }

/** In the transaction of what they tell of. */
export async function insertEvents(
  { db, organizationId }: Tenant,
  item: OfItem,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('review_event')
    .values(
      events.map(({ kind, userId, field, before, after, places, note }) => ({
        organization_id: organizationId,
        item_id: item.id,
        workflow_id: item.workflow_id,
        user_id: userId,
        kind,
        field: field ?? null,
        before: before === undefined ? null : storableJson(before),
        after: after === undefined ? null : storableJson(after),
        places: places === undefined ? null : storableJson(places),
        note: note ?? null,
      })),
    )
    .execute()
}

const mostEvents = 500

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
    .limit(mostEvents)
    .execute()
}
