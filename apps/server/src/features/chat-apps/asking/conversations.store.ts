import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type ChatHistoryRow = Selectable<Tables['chat_history']>

type ConversationsScope = { readonly userId: number; readonly appId: string }

/** Returns the conversations of one person, newest first. */
export async function findHistories(
  { db, organizationId }: Tenant,
  { userId, appId }: ConversationsScope,
  maxRows: number,
): Promise<ChatHistoryRow[]> {
  return db
    .selectFrom('chat_history')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxRows)
    .execute()
}

export async function insertHistory(
  { db, organizationId }: Tenant,
  { userId, appId, label }: ConversationsScope & { readonly label: string },
): Promise<ChatHistoryRow> {
  return db
    .insertInto('chat_history')
    .values({ organization_id: organizationId, user_id: userId, app_id: appId, label })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type ConversationsTarget = { readonly userId: number; readonly id: string }

/** Finds a conversation of the user; `undefined` also when it is somebody else's. */
export async function findHistory(
  { db, organizationId }: Tenant,
  { userId, id }: ConversationsTarget,
): Promise<ChatHistoryRow | undefined> {
  return db
    .selectFrom('chat_history')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type AskedConversation = ChatHistoryRow & {
  readonly workflow_id: string
  /** Version of the organization's configuration; null if it was never changed. */
  readonly version: number | null
}

/** Finds the same, with what is needed to answer in it. */
export async function findAskedConversation(
  { db, organizationId }: Tenant,
  { userId, id }: ConversationsTarget,
): Promise<AskedConversation | undefined> {
  return db
    .selectFrom('chat_history')
    .innerJoin('chat_app', 'chat_app.id', 'chat_history.app_id')
    .leftJoin(
      'configuration_version',
      'configuration_version.organization_id',
      'chat_history.organization_id',
    )
    .selectAll('chat_history')
    .select(['chat_app.workflow_id', 'configuration_version.version'])
    .where('chat_history.organization_id', '=', organizationId)
    .where('chat_history.user_id', '=', userId)
    .where('chat_history.id', '=', id)
    .executeTakeFirst()
}

/** Deletes a conversation with its questions; returns whether it existed. */
export async function removeHistory(
  { db, organizationId }: Tenant,
  { userId, id }: ConversationsTarget,
): Promise<boolean> {
  const deletedRow = await db
    .deleteFrom('chat_history')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deletedRow !== undefined
}
