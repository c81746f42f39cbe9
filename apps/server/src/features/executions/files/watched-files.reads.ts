import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { toolStepName } from './suspend-file.store.ts'

/** Finds the project whose tool a version ran; `undefined` if it had none or is not stored any more. */
export async function findProjectOfVersion(
  { db, organizationId }: Tenant,
  version: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('execution_plan')
    .select(sql<string | null>`plan #>> '{tool,projectId}'`.as('projectId'))
    .where('organization_id', '=', organizationId)
    .where('plan_hash', '=', version)
    .executeTakeFirst()
  return row?.projectId || undefined
}

/** A file that is watched, as long as its execution is stored. */
export type WatchedFileName = {
  readonly id: string
  readonly execution_id: string
  readonly file_name: string
}

export async function findWatchedFileNames(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WatchedFileName>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('file_execution')
    .select(['id', 'execution_id', 'file_name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** A file with the values that the machine read, also if people corrected them later. */
export type AnsweredFile = WatchedFileName & {
  readonly file_hash: string
  readonly mime_type: string
  readonly result: {
    readonly output?: Readonly<Record<string, unknown>>
    readonly evidence?: Readonly<Record<string, unknown>>
  } | null
}

export async function findAnsweredFile(
  { db, organizationId }: Tenant,
  id: string,
): Promise<AnsweredFile | undefined> {
  const { rows } = await sql<AnsweredFile>`
    select file.id, file.execution_id, file.file_name, file.file_hash, file.mime_type,
      coalesce(item.machine_result, file.result, (step.result #>> '{}')::json -> 'result') as result
    from file_execution file
    left join file_step step on step.file_execution_id = file.id and step.name = ${toolStepName}
      and step.organization_id = file.organization_id
    left join review_item item on item.file_execution_id = file.id
      and item.organization_id = file.organization_id
    where file.organization_id = ${organizationId} and file.id = ${id}
    limit 1`.execute(db)
  return rows[0]
}
