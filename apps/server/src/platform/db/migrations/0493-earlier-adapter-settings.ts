import { type Kysely, sql } from 'kysely'

/** A run keeps the settings that its adapters had when it was created. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table earlier_adapter_settings (
      organization_id integer not null references organization on delete cascade,
      adapter_id uuid not null references adapter on delete cascade,
      sealed_settings text not null,
      replaced_at timestamptz not null,
      primary key (adapter_id, replaced_at)
    );
    create index earlier_adapter_settings_organization
      on earlier_adapter_settings (organization_id);
  `.execute(db)
}
