import { type Kysely, sql } from 'kysely'

/** Rules of review are asked for at each file, so whoever runs files keeps them for a version of the configuration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger configuration_changed after insert or update or delete on review_rule
      for each row execute function raise_configuration_version();
  `.execute(db)
}
