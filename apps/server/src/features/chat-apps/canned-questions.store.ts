import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'

export type CannedQuestionRow = Selectable<Tables['canned_question']>

/** Returns the canned questions of an app, oldest first. */
export async function findCannedQuestions(
  { db, organizationId }: Tenant,
  appId: string,
): Promise<CannedQuestionRow[]> {
  return db
    .selectFrom('canned_question')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('app_id', '=', appId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findCannedQuestion(
  { db, organizationId }: Tenant,
  id: string,
): Promise<CannedQuestionRow | undefined> {
  return db
    .selectFrom('canned_question')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type NewQuestion = { readonly appId: string; readonly question: string }

/**
 * Adds a question; `undefined` when the app has the maximum number. Call it in a transaction:
 * concurrent additions to the same app wait for it.
 */
export async function insertCannedQuestion(
  { db, organizationId }: Tenant,
  { appId, question }: NewQuestion,
  maxQuestions: number,
): Promise<CannedQuestionRow | undefined> {
  await db
    .selectFrom('chat_app')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', appId)
    .forUpdate()
    .executeTakeFirst()
  const { count } = await db
    .selectFrom('canned_question')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxQuestions) return undefined
  return db
    .insertInto('canned_question')
    .values({ organization_id: organizationId, app_id: appId, question })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Changes = { readonly question: string; readonly isActive: boolean }

/** Changes a question; `undefined` when it does not exist. */
export async function changeCannedQuestion(
  { db, organizationId }: Tenant,
  id: string,
  { question, isActive }: Changes,
): Promise<CannedQuestionRow | undefined> {
  return db
    .updateTable('canned_question')
    .set({ question, is_active: isActive, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes and returns a question; `undefined` when it does not exist. */
export async function removeCannedQuestion(
  { db, organizationId }: Tenant,
  id: string,
): Promise<CannedQuestionRow | undefined> {
  return db
    .deleteFrom('canned_question')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
