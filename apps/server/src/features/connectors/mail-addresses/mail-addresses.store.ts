import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type MailAddressRow = Selectable<Tables['mail_address']>

/** Finds whose address it is: the address decides the organization. */
export async function findAddressByLocalPart(
  { db }: Installation,
  localPart: string,
): Promise<MailAddressRow | undefined> {
  return db
    .selectFrom('mail_address')
    .selectAll()
    .where('local_part', '=', localPart)
    .executeTakeFirst()
}

export async function findAddress(
  { db, organizationId }: Tenant,
  connectorId: string,
): Promise<MailAddressRow | undefined> {
  return db
    .selectFrom('mail_address')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connector_id', '=', connectorId)
    .executeTakeFirst()
}

type NewAddress = { readonly connectorId: string; readonly localPart: string }

/** Returns false if another connector has this address. */
export async function insertAddress(
  { db, organizationId }: Tenant,
  { connectorId, localPart }: NewAddress,
): Promise<boolean> {
  const row = await db
    .insertInto('mail_address')
    .values({ connector_id: connectorId, organization_id: organizationId, local_part: localPart })
    .onConflict((c) => c.doNothing())
    .returning('connector_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the address of a connector. */
export async function replaceAddress(
  { db, organizationId }: Tenant,
  { connectorId, localPart }: NewAddress,
): Promise<MailAddressRow | undefined> {
  return db
    .updateTable('mail_address')
    .set({ local_part: localPart, rotated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('connector_id', '=', connectorId)
    .returningAll()
    .executeTakeFirst()
}
