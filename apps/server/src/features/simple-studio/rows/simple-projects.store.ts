import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type SimpleProjectRow = Selectable<Tables['simple_project']>

/**
 * Finds a project of any visitor: its id, which cannot be guessed, grants access for the given
 * number of days.
 */
export async function findSimpleRow(
  { db }: Installation,
  { id, keepDays }: { readonly id: string; readonly keepDays: number },
): Promise<SimpleProjectRow | undefined> {
  return db
    .selectFrom('simple_project')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${keepDays})`)
    .executeTakeFirst()
}

/** Returns expired projects, oldest first. */
export async function listExpiredRows(
  { db }: Installation,
  { keepDays, limit }: { readonly keepDays: number; readonly limit: number },
): Promise<SimpleProjectRow[]> {
  return db
    .selectFrom('simple_project')
    .selectAll()
    .where('created_at', '<=', sql<Date>`now() - make_interval(days => ${keepDays})`)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

type NewRow = Pick<SimpleProjectRow, 'project_id' | 'user_id' | 'share_id'>

export async function insertSimpleRow(
  { db, organizationId }: Tenant,
  row: NewRow,
): Promise<SimpleProjectRow> {
  return db
    .insertInto('simple_project')
    .values({ ...row, organization_id: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type ProjectQuota = 'documents' | 'prompts' | 'pages' | 'bytes' | 'runs'

/**
 * Takes an amount from the project's total limits. Returns false when not enough is left, and then
 * takes nothing.
 */
export async function takeOfProject(
  { db, organizationId }: Tenant,
  {
    kind,
    amount,
    maxAmount,
  }: { readonly kind: ProjectQuota; readonly amount: number; readonly maxAmount: number },
): Promise<boolean> {
  const column = sql.ref<number>(kind)
  const updatedRow = await db
    .updateTable('simple_project')
    .set({ [kind]: sql<number>`${column} + ${amount}` })
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`${column} + ${amount} <= ${maxAmount}`)
    .returning('id')
    .executeTakeFirst()
  return updatedRow !== undefined
}

export async function giveBackToProject(
  { db, organizationId }: Tenant,
  { kind, amount }: { readonly kind: ProjectQuota; readonly amount: number },
): Promise<void> {
  await db
    .updateTable('simple_project')
    .set({ [kind]: sql<number>`greatest(0, ${sql.ref<number>(kind)} - ${amount})` })
    .where('organization_id', '=', organizationId)
    .execute()
}
