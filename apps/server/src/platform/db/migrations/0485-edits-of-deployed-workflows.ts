import { type Kysely, sql } from 'kysely'

/**
 * Edits of a deployed workflow are live with the next run unless the workflow asks for publishing. What is live stays as
 * it is until the first edit. Versions also name the version of their tool: that of a live version is the newest
 * one, because every export was live at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workflow add column changes_need_publishing boolean not null default false;
    alter table tool_instance add column tool_version integer;
    update workflow_version v
    set definition = v.definition || jsonb_build_object('toolVersion', newest.version)
    from workflow w
    join (select tool_id, max(version) as version from tool_version group by tool_id) newest
      on newest.tool_id = w.live_tool_id
    where v.workflow_id = w.id and v.version = w.live_version;
  `.execute(db)
}
