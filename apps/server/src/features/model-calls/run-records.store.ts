import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable.ts'

/** What was asked for one value of a run in the studio. */
export type RunRecord = {
  readonly runId: string
  readonly documentId: string
  readonly profileId: string
  readonly key: string
  readonly documentHash: string
  /** Of the text that it was read from. */
  readonly textHash: string
  /** As it was asked, with the values of other prompts in their places. */
  readonly question: unknown
  /** With which adapters, chunks and words. */
  readonly settings: unknown
  /** Null where it failed. */
  readonly valueHash: string | null
}

/** Names a value, so that a replayed one can be compared. */
export const hashOfValue = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** A run that is done again under its id takes the place of what it was before. */
export async function keepRunRecords(
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
        question: storableJson(record.question),
        settings: storableJson(record.settings),
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

/** What was asked for together of one document under one profile. */
export type RecordedRun = {
  readonly id: string
  readonly at: Date
  readonly values: number
  /** Under which its values were run, in their order. */
  readonly runIds: readonly string[]
}

type Of = { readonly documentId: string; readonly profileId: string; readonly limit: number }

/** Newest first. */
export async function findRecordedRuns(
  { db, organizationId }: Tenant,
  { documentId, profileId, limit }: Of,
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
  before: Date,
): Promise<void> {
  await db
    .deleteFrom('run_record')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', before)
    .execute()
}
