import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  type AuditFilter,
  type AuditRow,
  countEntries,
  findActions,
  findEntries,
  findOlderEntries,
} from './audit.store.ts'

import { failedSignIns } from './failed-sign-ins.ts'

export type { AuditFilter, AuditRow }

type ListAuditRequest = {
  readonly actor: Actor
  readonly filter: AuditFilter
  readonly page: number
  readonly pageSize: number
}

type Page = {
  readonly count: number
  readonly entries: readonly AuditRow[]
  readonly actions: readonly string[]
}

/**
 * Returns one page of the audit log of the actor's organization. Throws 404 for a page that does
 * not exist.
 */
export async function listAudit(
  ctx: Pick<Context, 'db' | 'batchedWrites'>,
  { actor, filter, page, pageSize }: ListAuditRequest,
): Promise<Page> {
  await ctx.batchedWrites.flush(failedSignIns)
  const tenant = tenantOf(ctx, actor)
  const count = await countEntries(tenant, filter)
  const offset = (page - 1) * pageSize
  if (offset > 0 && offset >= count) throw notFound('page')
  const entries = await findEntries(tenant, filter, { offset, limit: pageSize })
  return { count, entries, actions: await findActions(tenant) }
}

const batchSize = 1000

/** Yields all entries, in batches that fit into memory. */
export async function* readAudit(
  ctx: Pick<Context, 'db' | 'batchedWrites'>,
  { actor, filter }: Pick<ListAuditRequest, 'actor' | 'filter'>,
): AsyncGenerator<readonly AuditRow[]> {
  await ctx.batchedWrites.flush(failedSignIns)
  const tenant = tenantOf(ctx, actor)
  let lastId: string | undefined
  for (;;) {
    const part = await findOlderEntries(tenant, filter, { beforeId: lastId, limit: batchSize })
    if (part.length > 0) yield part
    if (part.length < batchSize) return
    lastId = part.at(-1)?.id
  }
}
