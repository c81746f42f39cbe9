import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'

type Trouble = {
  readonly adapterId: string
  readonly message: string
  /** Seconds until the next attempt. */
  readonly pauseSeconds: number
}

export async function saveTrouble(
  { db, organizationId }: Tenant,
  { adapterId, message, pauseSeconds }: Trouble,
): Promise<void> {
  await db
    .insertInto('adapter_trouble')
    .values({
      organization_id: organizationId,
      adapter_id: adapterId,
      message: toStorableText(message),
      tried_again_at: sql<Date>`now() + make_interval(secs => ${pauseSeconds})`,
    })
    .onConflict((c) =>
      c.column('adapter_id').doUpdateSet((row) => ({
        message: row.ref('excluded.message'),
        tried_again_at: row.ref('excluded.tried_again_at'),
      })),
    )
    .execute()
}

export async function deleteTrouble(
  { db, organizationId }: Tenant,
  adapterId: string,
): Promise<void> {
  await db
    .deleteFrom('adapter_trouble')
    .where('organization_id', '=', organizationId)
    .where('adapter_id', '=', adapterId)
    .execute()
}

export type KnownTrouble = { readonly message: string; readonly since: Date }

/**
 * Returns the known outages of adapters. An outage that nobody has retried within an hour after its
 * pause no longer counts.
 */
export async function listTroubles({
  db,
  organizationId,
}: Tenant): Promise<ReadonlyMap<string, KnownTrouble>> {
  const rows = await db
    .selectFrom('adapter_trouble')
    .select(['adapter_id', 'message', 'since'])
    .where('organization_id', '=', organizationId)
    .where('tried_again_at', '>', sql<Date>`now() - interval '1 hour'`)
    .execute()
  return new Map(rows.map(({ adapter_id, ...trouble }) => [adapter_id, trouble]))
}
