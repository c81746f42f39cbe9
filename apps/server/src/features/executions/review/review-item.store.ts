import { sql } from 'kysely'

/** Name of the step that records that a file was sent to review, whatever the rules say later. */
export const sentToReviewStep = 'executions/caught'
/** Name of the step that stores the approved values as JSON text. */
export const approvedStep = 'executions/approved'

/**
 * Builds the parts of the statement that suspends a file, after its part `suspended`: they insert
 * one review item per file.
 */
export const buildReviewItemInsert = (reason: string, result: string) => sql`
    , recorded_step as (
      insert into file_step (organization_id, file_execution_id, name, result)
      select organization_id, id, ${sentToReviewStep}, 'true' from suspended where is_in_review
      on conflict do nothing
    ),
    item as (
      insert into review_item (organization_id, workflow_id, workflow_name, execution_id,
        file_execution_id, file_name, file_hash, mime_type, queue_name, packet_id, reason,
        machine_result, result)
      select suspended.organization_id, e.workflow_id, e.workflow_name, e.id, suspended.id, suspended.file_name,
        suspended.file_hash, suspended.mime_type, coalesce(e.review_queue, ''), e.review_packet, ${reason},
        ${result}::json, ${result}::json
      from suspended join execution e on e.id = suspended.execution_id
      where suspended.is_in_review
      on conflict on constraint review_item_file_key do nothing
      returning id, organization_id, workflow_id
    ),
    event as (
      insert into review_event (organization_id, item_id, workflow_id, kind, note)
      select organization_id, id, workflow_id, 'caught', ${reason} from item
    )
`
