import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { namedRows } from '../../platform/db/named-rows.ts'

export type ChatAppRow = Selectable<Tables['chat_app']>

/** The name is the app name. Its canned questions go with it. */
export const {
  find: findChatApp,
  insert: insertChatApp,
  change: changeChatApp,
  remove: removeChatApp,
} = namedRows({ table: 'chat_app', unique: 'chat_app_name_key' })

/** Newest first. */
export async function findChatApps({ db, organizationId }: Tenant): Promise<ChatAppRow[]> {
  return db
    .selectFrom('chat_app')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}
