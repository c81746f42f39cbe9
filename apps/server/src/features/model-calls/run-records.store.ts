import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import { toStorableJson } from '../../platform/db/sql-text.ts'

/** The question behind one value of a studio run, with its settings. */
export type RunRecord = {
  readonly runId: string
  readonly documentId: string
  readonly profileId: string
  readonly key: string
  readonly documentHash: string
  /** Hash of the text that the document was read as. */
  readonly textHash: string
  /** The question as it was asked, with variables replaced by values. */
  readonly question: unknown
  /** Adapters, chunking and instructions. */
  readonly settings: unknown
  /** Null where answering failed. */
  readonly valueHash: string | null
}

/** Lets a replayed value be compared with the recorded one. */
export const hashValue = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** A repeated run replaces the records under its id. */
export async function saveRunRecords(
  { db, organizationId }: Tenant,
  records: readonly RunRecord[],
): Promise<void> {
  if (records.length === 0) return
  await db
    .insertInto('run_record')
    .values(
      records.map((record) => ({
        organization_id: organizationId,
        run_id: record.runId,
        document_id: record.documentId,
        profile_id: record.profileId,
        prompt_key: record.key,
        document_hash: record.documentHash,
        text_hash: record.textHash,
        question: toStorableJson(record.question),
        settings: toStorableJson(record.settings),
        value_hash: record.valueHash,
      })),
    )
    .onConflict((c) =>
      c
        .columns(['organization_id', 'run_id', 'document_id', 'profile_id', 'prompt_key'])
        .doUpdateSet((row) => ({
          text_hash: row.ref('excluded.text_hash'),
          question: row.ref('excluded.question'),
          settings: row.ref('excluded.settings'),
          value_hash: row.ref('excluded.value_hash'),
          created_at: new Date(),
        })),
    )
    .execute()
}

export async function findRunRecords(
  { db, organizationId }: Tenant,
  runId: string,
): Promise<readonly RunRecord[]> {
  const rows = await db
    .selectFrom('run_record')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('run_id', '=', runId)
    .orderBy('created_at')
    .orderBy('prompt_key')
    .execute()
  return rows.map((row) => ({
    runId: row.run_id,
    documentId: row.document_id,
    profileId: row.profile_id,
    key: row.prompt_key,
    documentHash: row.document_hash,
    textHash: row.text_hash,
    question: row.question,
    settings: row.settings,
    valueHash: row.value_hash,
  }))
}

/** Prompts that were run together on one document with one profile. */
export type RecordedRun = {
  readonly id: string
  readonly at: Date
  readonly values: number
  /** Run ids of its values, in order. */
  readonly runIds: readonly string[]
}

type RecordedRunsFilter = {
  readonly documentId: string
  readonly profileId: string
  readonly limit: number
}

/** Finds recorded runs, newest first. */
export async function findRecordedRuns(
  { db, organizationId }: Tenant,
  { documentId, profileId, limit }: RecordedRunsFilter,
): Promise<readonly RecordedRun[]> {
  const { rows } = await sql<RecordedRun>`
    select id, min(at) as at, sum(values)::integer as values,
      array_agg(run_id order by at, run_id) as "runIds"
    from (
      select coalesce(task_id::text, run_id) as id, run_id, min(created_at) as at,
        count(*) as values
      from run_record
      where organization_id = ${organizationId} and document_id = ${documentId}
        and profile_id = ${profileId}
      group by 1, 2
    ) as asked
    group by id order by 2 desc, id limit ${limit}`.execute(db)
  return rows
}

export async function deleteOldRunRecords(
  { db, organizationId }: Tenant,
  olderThan: Date,
): Promise<void> {
  await db
    .deleteFrom('run_record')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', olderThan)
    .execute()
}
