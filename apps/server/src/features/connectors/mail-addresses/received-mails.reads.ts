import type { Tenant } from '../../../platform/db/database.ts'
import type { ReceivedDocumentRow, ReceivedMailRow } from './received-mails.store.ts'

export type MailWithDocuments = {
  readonly mail: ReceivedMailRow
  readonly documents: readonly ReceivedDocumentRow[]
}

type MailsQuery = {
  readonly connectorId: string
  readonly limit: number
  /** Mails are listed after this one. */
  readonly lastMail?: Pick<ReceivedMailRow, 'received_at' | 'id'> | undefined
  readonly path?: string | undefined
  /** Leaves out refused mails, and those whose documents are not known. */
  readonly hasDocuments: boolean
}

/** Lists mails of a connector with their documents, the newest first. */
export async function listMails(
  tenant: Tenant,
  { connectorId, limit, lastMail, path, hasDocuments }: MailsQuery,
): Promise<readonly MailWithDocuments[]> {
  const { db, organizationId } = tenant
  let query = db
    .selectFrom('received_mail')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('connector_id', '=', connectorId)
  if (hasDocuments) query = query.where('state', '=', 'UNPACKED')
  if (path !== undefined) query = query.where('path', '=', path)
  if (lastMail)
    query = query.where(({ eb, and, or }) =>
      or([
        eb('received_at', '<', lastMail.received_at),
        and([eb('received_at', '=', lastMail.received_at), eb('id', '>', lastMail.id)]),
      ]),
    )
  const mails = await query.orderBy('received_at', 'desc').orderBy('id').limit(limit).execute()
  const documents = await listDocuments(
    tenant,
    mails.map(({ id }) => id),
  )
  const byMail = Map.groupBy(documents, ({ mail_id }) => mail_id)
  return mails.map((mail) => ({ mail, documents: byMail.get(mail.id) ?? [] }))
}

async function listDocuments(
  { db, organizationId }: Tenant,
  mailIds: readonly string[],
): Promise<readonly ReceivedDocumentRow[]> {
  if (mailIds.length === 0) return []
  return db
    .selectFrom('received_mail_document')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('mail_id', 'in', mailIds)
    .orderBy('position')
    .execute()
}
