import { sql } from 'kysely'

/** Under this name a file keeps that it was caught: what is asked later does not let it go. */
export const caughtStep = 'executions/caught'
/** Under this name it keeps what people have approved, written out. */
export const approvedStep = 'executions/approved'

/**
 * Parts of the statement that lays a file aside, after its part `laid`: the item that people take in hand,
 * once for each file.
 */
export const caughtItem = (reason: string, result: string) => sql`
    , noted as (
      insert into file_step (organization_id, file_execution_id, name, result)
      select organization_id, id, ${caughtStep}, 'true' from laid where is_in_review
      on conflict do nothing
    ),
    item as (
      insert into review_item (organization_id, workflow_id, workflow_name, execution_id,
        file_execution_id, file_name, file_hash, mime_type, queue_name, packet_id, reason,
        machine_result, result)
      select laid.organization_id, e.workflow_id, e.workflow_name, e.id, laid.id, laid.file_name,
        laid.file_hash, laid.mime_type, coalesce(e.review_queue, ''), e.review_packet, ${reason},
        ${result}::json, ${result}::json
      from laid join execution e on e.id = laid.execution_id
      where laid.is_in_review
      on conflict on constraint review_item_file_key do nothing
      returning id, organization_id, workflow_id
    ),
    told as (
      insert into review_event (organization_id, item_id, workflow_id, kind, note)
      select organization_id, id, workflow_id, 'caught', ${reason} from item
    )
`
