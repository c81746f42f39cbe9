import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

type LastValuesRequest = { readonly workflowId: string; readonly limit: number }

/**
 * Lists what the machine read of the last files of a workflow, newest first, whether or not people
 * have corrected it. Only the confidence and the presence of values are loaded, because values may
 * be long.
 */
export async function listLastValues(
  { db, organizationId }: Tenant,
  { workflowId, limit }: LastValuesRequest,
): Promise<readonly object[]> {
  const { rows } = await sql<{ readonly values: object }>`
    with last as (
      select coalesce(item.machine_result, file.result) as result
      from execution e
      join file_execution file on file.execution_id = e.id
      left join review_item item on item.file_execution_id = file.id
        and item.organization_id = ${organizationId}
      where e.organization_id = ${organizationId} and e.workflow_id = ${workflowId}
        and (file.status = 'COMPLETED' or file.is_in_review)
        and coalesce(item.machine_result, file.result) is not null
      order by e.created_at desc, file.id
      limit ${limit}
    )
    select json_build_object(
      'output', (
        select json_object_agg(key, case json_typeof(value) when 'null' then null else true end)
        from json_each(
          case json_typeof(result -> 'output') when 'object' then result -> 'output' else '{}' end
        )
      ),
      'metadata', json_build_object(
        'confidence', result -> 'metadata' -> 'confidence',
        'calibration', result -> 'metadata' -> 'calibration',
        'errors', result -> 'metadata' -> 'errors'
      )
    ) as values
    from last`.execute(db)
  return rows.map(({ values }) => values)
}
