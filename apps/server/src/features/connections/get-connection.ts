import { permits } from '@recto/contract/policy/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { loadAccess, type ObjectAccess, type UsedObject } from '../../platform/db/sharing.ts'
import type { Catalogue, ConnectionKind, ConnectionRow } from './connection-kind.ts'

/** `see` means to use it, and `open` to see and change its settings. */
type ConnectionDeed = 'see' | 'open' | 'delete'

/** Whether the policy lets the actor do it. */
export const mayWith = (
  { noun }: Pick<ConnectionKind<ConnectionRow, Catalogue>, 'noun'>,
  actor: Actor,
  deed: ConnectionDeed,
  facts: Pick<ConnectionRow, 'created_by' | 'shared_to_org' | 'is_friction_less'> & ObjectAccess,
): boolean => permits(actor, `${noun}/${deed}`, facts)

/**
 * Returns an adapter or a connector for an action, which is to use it unless stated otherwise. Throws 404
 * when the actor may not see it, 403 when they may not do more than that.
 */
export async function getConnection<Row extends ConnectionRow>(
  ctx: Pick<Context, 'db'>,
  kind: ConnectionKind<Row, Catalogue>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
  deed: ConnectionDeed = 'see',
): Promise<Row & ObjectAccess> {
  const tenant = tenantOf(ctx, actor)
  const row = await kind.rows.find(tenant, id)
  const access = (await loadAccess(tenant, kind.noun, [id]))(id)
  if (!row || !mayWith(kind, actor, 'see', { ...row, ...access })) throw notFound(kind.noun)
  if (!mayWith(kind, actor, deed, { ...row, ...access })) throw forbidden()
  return { ...row, ...access }
}

/** Finds rows by id, and whether the actor may use them. */
export async function findUsability<Row extends ConnectionRow>(
  tenant: Tenant,
  kind: ConnectionKind<Row, Catalogue>,
  actor: Actor,
  ids: readonly string[],
): Promise<{ readonly row: Row; readonly isUsable: boolean }[]> {
  const uniqueIds = [...new Set(ids)]
  const [rows, accessTo] = await Promise.all([
    kind.rows.findAll(tenant, uniqueIds),
    loadAccess(tenant, kind.noun, uniqueIds),
  ])
  return rows.map((row) => {
    const isUsable = mayWith(kind, actor, 'see', { ...row, ...accessTo(row.id) })
    return { row, isUsable }
  })
}

/** Describes what something else uses, also what the actor may not use. */
export async function describeConnections<Row extends ConnectionRow>(
  ctx: Pick<Context, 'db'>,
  kind: ConnectionKind<Row, Catalogue>,
  actor: Actor,
  ids: readonly string[],
): Promise<UsedObject[]> {
  const connections = await findUsability(tenantOf(ctx, actor), kind, actor, ids)
  return connections.map(({ row, isUsable }) => ({
    name: row.name,
    created_by: row.created_by,
    isOpenToAll: row.shared_to_org || row.is_friction_less === true,
    isUsable,
  }))
}
