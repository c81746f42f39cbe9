import { type Kysely, sql } from 'kysely'

/**
 * A record of a run says with which others it was asked for, so that two runs of everything can be compared when
 * the runs themselves are forgotten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run_record add column task_id uuid;
    create index studio_run_run on studio_run (organization_id, run_id);
    update run_record r set task_id = s.task_id from studio_run s
      where s.organization_id = r.organization_id and s.run_id = r.run_id;
    create function name_task_of_record() returns trigger language plpgsql as $$
    begin
      new.task_id := (
        select task_id from studio_run
        where organization_id = new.organization_id and run_id = new.run_id
          and document_id = new.document_id limit 1
      );
      return new;
    end $$;
    create trigger run_record_task before insert on run_record
      for each row execute function name_task_of_record();
  `.execute(db)
}
