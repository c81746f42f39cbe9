import { type Kysely, sql } from 'kysely'

const parts = [
  ['project_share', 'settings'],
  ['public_share', 'settings'],
  ['prompt', 'prompts'],
  ['llm_profile', 'profiles'],
  ['prompt_document', 'documents'],
] as const

/**
 * Whatever changes a project, by whatever way, is told to all processes: which project, and which part of
 * it. A statement tells once of a project, however many rows it changed. Which document somebody looks at
 * is no change of what others see.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_of_project(organization integer, project uuid, part text) returns void
      language sql as $$
        select pg_notify('recto_event', json_build_object(
          'name', 'project.changed', 'payload', json_build_object(
            'organizationId', organization, 'projectId', project, 'part', part
          )
        )::text)
      $$;
    create function tell_of_project_row() returns trigger language plpgsql as $$
    begin
      perform tell_of_project(new.organization_id, new.id, tg_argv[0]);
      return null;
    end $$;
    create function tell_of_project_parts() returns trigger language plpgsql as $$
    begin
      perform tell_of_project(those.organization_id, those.project_id, tg_argv[0])
      from (select distinct organization_id, project_id from touched) as those;
      return null;
    end $$;
    create trigger project_told after update on project for each row
      when (
        to_jsonb(old) - array['selected_document', 'modified_at', 'modified_by']
          is distinct from
        to_jsonb(new) - array['selected_document', 'modified_at', 'modified_by']
      )
      execute function tell_of_project_row('settings');
  `.execute(db)
  for (const [table, part] of parts) await tellOf(db, table, part)
}

async function tellOf(db: Kysely<unknown>, table: string, part: string): Promise<void> {
  for (const [act, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`
      create trigger ${sql.ref(`${table}_told_${act}`)} after ${sql.raw(act)} on ${sql.table(table)}
        referencing ${sql.raw(rows)} table as touched
        for each statement execute function tell_of_project_parts(${sql.lit(part)})
    `.execute(db)
  }
}
