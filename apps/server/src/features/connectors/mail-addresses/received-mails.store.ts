import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableText } from '../../../platform/db/sql-text.ts'

export type ReceivedMailRow = Selectable<Tables['received_mail']>
export type ReceivedDocumentRow = Selectable<Tables['received_mail_document']>

export type NewMail = Omit<
  ReceivedMailRow,
  'organization_id' | 'received_at' | 'outcome' | 'metadata'
> & { readonly metadata: Readonly<Record<string, string>> }

/** Returns false if the mail was received before. */
export async function insertMail(
  { db, organizationId }: Tenant,
  { metadata, path, reason, ...mail }: NewMail,
): Promise<boolean> {
  const storableMetadata = Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, toStorableText(value)]),
  )
  const row = await db
    .insertInto('received_mail')
    .values({
      ...mail,
      organization_id: organizationId,
      path: toStorableText(path),
      reason: reason === null ? null : toStorableText(reason),
      metadata: storableMetadata,
    })
    .onConflict((c) => c.constraint('received_mail_content_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes all but the newest refusals of an address, because anybody can cause them. */
export async function trimRefusals(
  { db, organizationId }: Tenant,
  { connectorId, max }: { readonly connectorId: string; readonly max: number },
): Promise<void> {
  await sql`
    delete from received_mail
    where organization_id = ${organizationId} and connector_id = ${connectorId}
      and state = 'REFUSED' and id not in (
        select id from received_mail
        where organization_id = ${organizationId} and connector_id = ${connectorId}
          and state = 'REFUSED'
        order by received_at desc, id limit ${max}
      )`.execute(db)
}

/** Counts the mails that a connector has received within the last hour. */
export async function countRecentMails(
  { db, organizationId }: Tenant,
  connectorId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('received_mail')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('connector_id', '=', connectorId)
    .where('state', '<>', 'REFUSED')
    .where('received_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findMail(
  { db, organizationId }: Tenant,
  { id, connectorId }: { readonly id: string; readonly connectorId?: string },
): Promise<ReceivedMailRow | undefined> {
  let query = db
    .selectFrom('received_mail')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
  if (connectorId !== undefined) query = query.where('connector_id', '=', connectorId)
  return query.executeTakeFirst()
}

type NewDocument = Pick<
  ReceivedDocumentRow,
  'name' | 'mime_type' | 'size' | 'file_hash' | 'problem'
>

/** Stores the documents of a mail, once. Returns false if that was done before, or if the mail was deleted. */
export async function insertMailDocuments(
  { db, organizationId }: Tenant,
  mailId: string,
  documents: readonly NewDocument[],
): Promise<boolean> {
  const mail = await db
    .updateTable('received_mail')
    .set({ state: 'UNPACKED' })
    .where('organization_id', '=', organizationId)
    .where('id', '=', mailId)
    .where('state', '=', 'STORED')
    .returning('id')
    .executeTakeFirst()
  if (!mail) return false
  if (documents.length === 0) return true
  await db
    .insertInto('received_mail_document')
    .values(
      documents.map(({ name, ...document }, position) => ({
        ...document,
        name: toStorableText(name),
        mail_id: mailId,
        organization_id: organizationId,
        position,
      })),
    )
    .execute()
  return true
}

export async function markMailFailed(
  { db, organizationId }: Tenant,
  id: string,
  reason: string,
): Promise<void> {
  await db
    .updateTable('received_mail')
    .set({ state: 'FAILED', reason: toStorableText(reason) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'STORED')
    .execute()
}

export async function setOutcome(
  { db, organizationId }: Tenant,
  request: {
    readonly connectorId: string
    readonly path: string
    readonly outcome: 'done' | 'failed'
  },
): Promise<void> {
  await db
    .updateTable('received_mail')
    .set({ outcome: request.outcome })
    .where('organization_id', '=', organizationId)
    .where('connector_id', '=', request.connectorId)
    .where('path', '=', request.path)
    .execute()
}

type DeletedMail = { readonly hashes: readonly string[] }

/** Deletes mails and returns the hashes of what was stored for them. */
export async function deleteMails(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<DeletedMail> {
  if (ids.length === 0) return { hashes: [] }
  const { rows } = await sql<{ hash: string }>`
    with mail as (
      select id, file_hash from received_mail
      where organization_id = ${organizationId} and id = any (${ids}::uuid[])
    ),
    document as (
      select file_hash from received_mail_document
      where organization_id = ${organizationId} and mail_id in (select id from mail)
    ),
    deleted as (
      delete from received_mail
      where organization_id = ${organizationId} and id in (select id from mail)
    )
    select distinct file_hash as hash from (
      select file_hash from mail union select file_hash from document
    ) stored where file_hash is not null`.execute(db)
  return { hashes: rows.map(({ hash }) => hash) }
}

/** Finds mails whose connector does not exist any more, or that were received longer ago than mails are kept. */
export async function findExpiredMails(
  { db, organizationId }: Tenant,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from received_mail
    where organization_id = ${organizationId} and (
      not exists (
        select from connector
        where connector.organization_id = ${organizationId}
          and connector.id = received_mail.connector_id
      )
      or (${days} > 0 and received_at < now() - make_interval(days => ${days}))
    )
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists the organizations that have received mails. */
export async function listOrganizationsWithMails({ db }: Installation): Promise<readonly number[]> {
  const rows = await db.selectFrom('received_mail').select('organization_id').distinct().execute()
  return rows.map((row) => row.organization_id)
}
