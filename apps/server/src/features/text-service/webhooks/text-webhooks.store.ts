import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type WebhookRow = Selectable<Tables['text_webhook']>
type WebhookValues = Pick<WebhookRow, 'name' | 'url' | 'sealed_token'>

/** Inserts a webhook, or replaces the values of the existing name. */
export async function upsertWebhook(
  { db, organizationId }: Tenant,
  { name, url, sealed_token }: WebhookValues,
): Promise<void> {
  await db
    .insertInto('text_webhook')
    .values({ name, url, sealed_token, organization_id: organizationId })
    .onConflict((c) =>
      c
        .constraint('text_webhook_name_key')
        .doUpdateSet({ url, sealed_token, modified_at: new Date() }),
    )
    .execute()
}

export async function findWebhook(
  { db, organizationId }: Tenant,
  name: string,
): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('text_webhook')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Deletes a webhook; returns false when the name does not exist. */
export async function removeWebhook(
  { db, organizationId }: Tenant,
  name: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('text_webhook')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
