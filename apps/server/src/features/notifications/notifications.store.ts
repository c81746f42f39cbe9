import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { createNamedRowQueries } from '../../platform/db/named-rows.ts'

export type NotificationRow = Selectable<Tables['notification']>

/**
 * Names are unique within a deployment, a pipeline and the budget. Deleting a notification also
 * deletes its deliveries.
 */
export const {
  find: findNotification,
  insert: insertNotification,
  update: changeNotification,
  delete: removeNotification,
} = createNamedRowQueries({ table: 'notification', uniqueConstraint: 'notification_name_key' })

type Filter = {
  readonly deploymentId?: string
  readonly pipelineId?: string
  readonly isOfBudget?: true
}

/** Returns the notifications, oldest first. */
export async function findNotifications(
  { db, organizationId }: Tenant,
  { deploymentId, pipelineId, isOfBudget }: Filter,
): Promise<NotificationRow[]> {
  let query = db
    .selectFrom('notification')
    .selectAll()
    .where('organization_id', '=', organizationId)
  if (deploymentId) query = query.where('deployment_id', '=', deploymentId)
  if (pipelineId) query = query.where('pipeline_id', '=', pipelineId)
  if (isOfBudget) query = query.where('is_of_budget', '=', true)
  return query.orderBy('created_at').orderBy('id').execute()
}
