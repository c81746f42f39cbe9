import { conflict } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import type { Catalogue, ConnectionKind, ConnectionRow } from './connection-kind.ts'
import { getConnection } from './get-connection.ts'

type Deletion<Row> = {
  /** Values of the row for the audit log. */
  readonly toAuditValues: (row: Row) => object
  /** Throws for uses because of which the database would not refuse the deletion. */
  readonly assertUnused: (tenant: Tenant, row: Row) => Promise<void>
  /** Says what uses a row that the database refused to delete. */
  readonly explainUses: (tenant: Tenant, row: Row) => Promise<string>
}

/** Deletes an adapter or a connector. Throws while it is in use; the message names the uses. */
export async function deleteConnection<Row extends ConnectionRow>(
  ctx: Pick<Context, 'db'>,
  kind: ConnectionKind<Row, Catalogue>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
  { toAuditValues, assertUnused, explainUses }: Deletion<Row>,
): Promise<void> {
  const row = await getConnection(ctx, kind, { actor, id }, 'delete')
  const tenant = tenantOf(ctx, actor)
  await assertUnused(tenant, row)
  await inTransaction(tenant, async (transaction) => {
    await recordChange(transaction, actor, {
      action: `${kind.noun}.deleted`,
      subject: { type: kind.noun, id, name: row.name },
      before: toAuditValues(row),
    })
    // When the database refuses the deletion, the transaction is rolled back, including the audit
    // entry.
    if (await kind.rows.delete(transaction, id)) return
    throw conflict(await explainUses(tenant, row))
  })
}
