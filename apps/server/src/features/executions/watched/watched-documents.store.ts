import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'
import type { FileReading } from './describe-reading.ts'

/**
 * Builds the part of a statement that records what the reading of a file was like, after its part that changes the file: a file
 * is recorded in the transaction in which it is finished or sent to review, and once, however often it is run. Only runs of deployments
 * and pipelines are recorded, and no trials.
 */
export const buildWatchedInsert = (
  { organizationId }: Pick<Tenant, 'organizationId'>,
  { id, reading, part }: WatchedFile,
) => sql`
    , watched as (
      insert into watched_document (file_execution_id, organization_id, owner_id, version, fields,
        failed_checks, was_sent_to_review, seconds, dollars)
      select ${id}::uuid, ${organizationId}::integer, e.pipeline_id, e.plan_hash,
        ${toStorableJson(reading.fields)}::jsonb, ${reading.failedChecks}::integer,
        ${part === 'suspended'}::boolean, ${reading.seconds}::double precision,
        ${reading.dollars}::double precision
      from ${sql.ref(part)} join execution e on e.id = ${sql.ref(`${part}.execution_id`)}
      where e.pipeline_id is not null and e.entity in ('API', 'ETL', 'TASK')
        and e.trial_files is null and e.step_to is null
        ${part === 'suspended' ? sql`and suspended.is_in_review` : sql``}
      on conflict (file_execution_id) do nothing
    )
`

type WatchedFile = {
  readonly id: string
  readonly reading: FileReading
  /** Part of the statement that has the execution of the file. */
  readonly part: 'file' | 'suspended'
}

/** Records which fields of a file people have corrected; an empty list if none. */
export async function saveCorrectedFields(
  { db, organizationId }: Tenant,
  { fileId, fields }: { readonly fileId: string; readonly fields: readonly string[] },
): Promise<void> {
  await db
    .updateTable('watched_document')
    .set({ corrected_fields: fields.map(toStorableText), is_checked: false })
    .where('organization_id', '=', organizationId)
    .where('file_execution_id', '=', fileId)
    .execute()
}
