import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'

/** The reason for which the layouts of a project could not be compiled. */
export type LayoutFailure = { readonly message: string; readonly failedAt: Date }

export async function findLayoutFailure(
  { db, organizationId }: Tenant,
  projectId: string,
): Promise<LayoutFailure | undefined> {
  return db
    .selectFrom('layout_failure')
    .select(['message', 'failed_at as failedAt'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

/** Does nothing if the project was deleted meanwhile. */
export async function saveLayoutFailure(
  { db, organizationId }: Tenant,
  projectId: string,
  message: string,
): Promise<void> {
  const failure = { message: toStorableText(message), failed_at: new Date() }
  await db
    .insertInto('layout_failure')
    .columns(['project_id', 'organization_id', 'message', 'failed_at'])
    .expression((eb) =>
      eb
        .selectFrom('project')
        .select(['project.id', 'project.organization_id'])
        .select([eb.val(failure.message).as('message'), eb.val(failure.failed_at).as('failed_at')])
        .where('project.organization_id', '=', organizationId)
        .where('project.id', '=', projectId),
    )
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(failure))
    .execute()
}

/** Deletes a failure, unless the project has had a later one. */
export async function deleteLayoutFailure(
  { db, organizationId }: Tenant,
  projectId: string,
  { failedAt }: LayoutFailure,
): Promise<void> {
  await db
    .deleteFrom('layout_failure')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('failed_at', '<=', failedAt)
    .execute()
}
