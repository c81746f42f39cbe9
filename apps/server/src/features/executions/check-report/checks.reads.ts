import { CheckOutcome } from '@recto/contract/prompt-studio/checks'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tenant } from '../../../platform/db/database.ts'
import { toolStepName } from '../files/suspend-file.store.ts'

type Counts = {
  readonly files: number
  readonly confirmed: number
  readonly contradicted: number
  readonly not_judged: number
}

type CheckedFile = {
  readonly id: string
  readonly name: string
  readonly path: string | null
  readonly checks: readonly CheckOutcome[]
}

/** Selects the checks of finished files and of files that were read and wait. */
const checkedFiles = ({ organizationId }: Tenant, executionId: string) => sql`
  select file.id, file.file_name, file.file_path, file.position, file.created_at,
    coalesce(file.result, (step.result #>> '{}')::json -> 'result')
      -> 'metadata' -> 'checks' as checks
  from file_execution file
  left join file_step step on step.file_execution_id = file.id and step.name = ${toolStepName}
    and step.organization_id = file.organization_id
  where file.organization_id = ${organizationId} and file.execution_id = ${executionId}`

export async function countChecks(tenant: Tenant, executionId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with checked as (${checkedFiles(tenant, executionId)})
    select count(distinct checked.id)::int as files,
      count(*) filter (where one ->> 'outcome' = 'confirmed')::int as confirmed,
      count(*) filter (where one ->> 'outcome' = 'contradicted')::int as contradicted,
      count(*) filter (where one ->> 'outcome' = 'not_judged')::int as not_judged
    from checked, json_array_elements(checked.checks) as one`.execute(tenant.db)
  return rows[0] ?? { files: 0, confirmed: 0, contradicted: 0, not_judged: 0 }
}

type CheckedFilesRequest = {
  readonly executionId: string
  readonly offset: number
  readonly limit: number
}

/** Lists the files with checks in the order of the request. */
export async function listCheckedFiles(
  tenant: Tenant,
  { executionId, offset, limit }: CheckedFilesRequest,
): Promise<readonly CheckedFile[]> {
  const { rows } = await sql<{
    id: string
    file_name: string
    file_path: string | null
    checks: unknown
  }>`
    with checked as (${checkedFiles(tenant, executionId)})
    select id, file_name, file_path, checks from checked where checks is not null
    order by created_at, position, id limit ${limit} offset ${offset}`.execute(tenant.db)
  return rows.map(({ id, file_name: name, file_path: path, checks }) => ({
    id,
    name,
    path,
    checks: z.array(CheckOutcome).parse(checks),
  }))
}
