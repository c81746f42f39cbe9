import type { Selectable } from 'kysely'
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
