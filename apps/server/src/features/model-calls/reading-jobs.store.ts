import type { Tenant } from '../../platform/db/database.ts'

export async function findReadingJob(
  { db, organizationId }: Tenant,
  readingKey: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('reading_job')
    .select('job')
    .where('organization_id', '=', organizationId)
    .where('reading_key', '=', readingKey)
    .executeTakeFirst()
  return row?.job
}

/** Saves the job id of a reading in place of an earlier one. */
export async function saveReadingJob(
  { db, organizationId }: Tenant,
  readingKey: string,
  job: string,
): Promise<void> {
  await db
    .insertInto('reading_job')
    .values({ organization_id: organizationId, reading_key: readingKey, job })
    .onConflict((c) => c.columns(['organization_id', 'reading_key']).doUpdateSet({ job }))
    .execute()
}

export async function deleteReadingJob(
  { db, organizationId }: Tenant,
  readingKey: string,
): Promise<void> {
  await db
    .deleteFrom('reading_job')
    .where('organization_id', '=', organizationId)
    .where('reading_key', '=', readingKey)
    .execute()
}

export async function deleteOldReadingJobs(
  { db, organizationId }: Tenant,
  olderThan: Date,
): Promise<void> {
  await db
    .deleteFrom('reading_job')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', olderThan)
    .execute()
}
