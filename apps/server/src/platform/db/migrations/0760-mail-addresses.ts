import { type Kysely, sql } from 'kysely'

/** Addresses that receive mail, and the mails with their documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_address (
      connector_id uuid primary key references connector on delete cascade,
      organization_id integer not null references organization on delete cascade,
      local_part text not null,
      created_at timestamptz not null default now(),
      rotated_at timestamptz,
      constraint mail_address_key unique (local_part)
    );

    -- Mails outlive their connector until a job has deleted them with their documents.
    create table received_mail (
      id uuid primary key,
      organization_id integer not null references organization on delete cascade,
      connector_id uuid not null,
      state text not null check (state in ('STORED', 'UNPACKED', 'FAILED', 'REFUSED')),
      content_key text,
      path text not null,
      choice text not null,
      size bigint not null,
      file_hash text,
      metadata jsonb not null,
      spf text,
      dkim text,
      is_verified boolean not null default false,
      is_flagged boolean not null default false,
      reason text,
      outcome text check (outcome in ('done', 'failed')),
      sent_at timestamptz,
      received_at timestamptz not null default now(),
      constraint received_mail_content_key unique (connector_id, content_key),
      foreign key (organization_id, file_hash) references stored_document on delete restrict
    );
    create index received_mail_list on received_mail
      (organization_id, connector_id, received_at desc, id);
    create index received_mail_path on received_mail (organization_id, connector_id, path);
    create index received_mail_document_hash on received_mail (organization_id, file_hash);

    create table received_mail_document (
      mail_id uuid not null references received_mail on delete cascade,
      organization_id integer not null references organization on delete cascade,
      position integer not null,
      name text not null,
      mime_type text,
      size bigint not null,
      file_hash text,
      problem text,
      primary key (mail_id, position),
      foreign key (organization_id, file_hash) references stored_document on delete restrict
    );
    create index received_mail_document_file on received_mail_document (organization_id, file_hash);
  `.execute(db)
}
