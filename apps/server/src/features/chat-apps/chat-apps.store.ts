import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { createNamedRowQueries } from '../../platform/db/named-rows.ts'

export type ChatAppRow = Selectable<Tables['chat_app']>

/** The unique name is the app name. Deleting an app also deletes its canned questions. */
export const {
  find: findChatApp,
  insert: insertChatApp,
  update: changeChatApp,
  delete: removeChatApp,
} = createNamedRowQueries({ table: 'chat_app', uniqueConstraint: 'chat_app_name_key' })

/** Returns the apps, newest first. */
export async function findChatApps({ db, organizationId }: Tenant): Promise<ChatAppRow[]> {
  return db
    .selectFrom('chat_app')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

type AppName = { readonly name: string; readonly exceptId?: string | undefined }

/**
 * Whether another app has the name, in whatever case. Holds a lock until the end of the transaction, so that two apps
 * cannot take a name at the same time; apps of earlier versions may share one.
 */
export async function isAppNameTaken(
  { db, organizationId }: Tenant,
  { name, exceptId }: AppName,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('chat_app_name', ${organizationId}))`.execute(
    db,
  )
  const app = await db
    .selectFrom('chat_app')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lower(app_name) = lower(${name})`)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .executeTakeFirst()
  return app !== undefined
}
