import type { Selectable } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type AlarmRow = Selectable<Tables['billing_alarm']>

export type Alarm = Pick<AlarmRow, 'kind' | 'subject' | 'detail'>

/** Stores an alarm; returns whether it is a new one. */
export async function insertAlarm(
  { db }: Installation,
  organizationId: number | null,
  alarm: Alarm,
): Promise<boolean> {
  const row = await db
    .insertInto('billing_alarm')
    .values({ organization_id: organizationId, ...alarm })
    .onConflict((c) =>
      c.columns(['organization_id', 'kind', 'subject']).where('settled_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type AlarmKey = Pick<AlarmRow, 'kind'> & { readonly subject?: string }

export async function settleAlarms(
  { db }: Installation,
  organizationId: number | null,
  { kind, subject }: AlarmKey,
): Promise<void> {
  let query = db
    .updateTable('billing_alarm')
    .set({ settled_at: new Date() })
    .where('organization_id', 'is not distinct from', organizationId)
    .where('kind', '=', kind)
    .where('settled_at', 'is', null)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  await query.execute()
}

const maxListed = 50
/** Pages that no paid invoice contains are rarely settled later; the ledger shows their reports for good. */
const lastingKinds = ['report_missed', 'usage_unpaid']
const lastingDays = 31

/** Returns the alarms of an organization that are not settled, the latest first. */
export async function listOpenAlarms({ db, organizationId }: Tenant): Promise<AlarmRow[]> {
  return db
    .selectFrom('billing_alarm')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('settled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('kind', 'not in', lastingKinds),
        eb('raised_at', '>', new Date(Date.now() - lastingDays * 24 * 60 * 60 * 1000)),
      ]),
    )
    .orderBy('raised_at', 'desc')
    .limit(maxListed)
    .execute()
}
