import { isContainer } from '@recto/exact-json/exact-number'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  type AuditFilter,
  type AuditRow,
  countEntries,
  findActions,
  findEntries,
  findOlderEntries,
  findSubjectNames,
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
  /** Names of what the values of the entries refer to, by id. */
  readonly names: ReadonlyMap<string, string>
}

/** Entries list things by the hundred where many were changed at once; nobody reads so many names. */
const maxNames = 1000

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
  const [actions, names] = await Promise.all([
    findActions(tenant),
    findSubjectNames(tenant, idsOf(entries)),
  ])
  return { count, entries, actions, names }
}

function idsOf(entries: readonly AuditRow[]): readonly string[] {
  const ids = new Set<string>()
  for (const { subject_name, before: oldValues, after: newValues } of entries) {
    for (const value of [subject_name, oldValues, newValues]) addIds(value, ids)
  }
  return [...ids].slice(0, maxNames)
}

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Adds the ids that a value contains at any depth. */
function addIds(value: unknown, ids: Set<string>): void {
  if (typeof value === 'string' && idPattern.test(value)) ids.add(value.toLowerCase())
  if (!isContainer(value)) return
  for (const part of Object.values(value)) addIds(part, ids)
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
