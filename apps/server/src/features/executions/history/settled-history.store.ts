import { sql } from 'kysely'

/**
 * A part of the statement that settles a file, after its part `file`: what the workflow has processed of
 * its source.
 */
export const settledHistory = (status: 'COMPLETED' | 'ERROR', error: string | null) => sql`
    history as (
      insert into file_history (organization_id, workflow_id, file_path, file_hash, mark, plan_hash,
        status, error, execution_id)
      select w.organization_id, w.id, file.file_path, file.file_hash, file.source_mark, e.plan_hash,
        ${status}::text, ${error}::text, e.id
      from file
      join execution e on e.id = file.execution_id
      join workflow w on w.id = e.workflow_id and w.organization_id = e.organization_id
      where e.trial_files is null
      on conflict on constraint file_history_file_key do update set mark = excluded.mark,
        status = excluded.status, error = excluded.error, execution_id = excluded.execution_id,
        execution_count = case when file_history.plan_hash = excluded.plan_hash
          then file_history.execution_count + 1 else 1 end,
        plan_hash = excluded.plan_hash, modified_at = now()
    ),
`
