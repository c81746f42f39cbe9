import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { createNamedRowQueries } from '../../platform/db/named-rows.ts'
import { type Viewer, whereReferenceVisible } from '../../platform/db/visible-rows.ts'

export type ChatAppRow = Selectable<Tables['chat_app']>

/** The unique name is the app name. Deleting an app also deletes its canned questions. */
export const {
  insert: insertChatApp,
  update: changeChatApp,
  delete: removeChatApp,
} = createNamedRowQueries({ table: 'chat_app', uniqueConstraint: 'chat_app_name_key' })

/** An app shows the documents of its workflow, so whoever may not see that one does not see the app. */
const selectVisible = ({ db, organizationId }: Tenant, viewer: Viewer) =>
  db
    .selectFrom('chat_app')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(
      whereReferenceVisible({ organizationId }, viewer, {
        column: 'chat_app.workflow_id',
        table: 'workflow',
        permission: 'workflow/see',
      }),
    )

export async function findChatApp(
  tenant: Tenant,
  viewer: Viewer,
  id: string,
): Promise<ChatAppRow | undefined> {
  return selectVisible(tenant, viewer).where('id', '=', id).executeTakeFirst()
}

/** Returns the apps that the viewer may see, newest first. */
export async function findChatApps(tenant: Tenant, viewer: Viewer): Promise<ChatAppRow[]> {
  return selectVisible(tenant, viewer).orderBy('created_at', 'desc').orderBy('id').execute()
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
