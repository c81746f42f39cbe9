import { randomUUID } from 'node:crypto'
import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { getConnection } from '../../connections/connections.port.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { deleteMailDocumentsJob, purgeMailsJob } from '../connectors.jobs.ts'
import { connectorConnections } from '../rows/connector-connections.ts'
import { noAddress } from './mail-address.ts'
import { findAddress } from './mail-addresses.store.ts'
import {
  deleteMails,
  findExpiredMails,
  findMail,
  listOrganizationsWithMails,
} from './received-mails.store.ts'

const batchSize = 500
const maxBatches = 200

/** Deletes mails whose connector does not exist any more, or that are older than executions are kept. */
export async function purgeMails(
  ctx: Pick<Context, 'config' | 'db' | 'jobs'>,
  _payload: object,
): Promise<void> {
  const { executionRetentionDays: days } = ctx.config
  for (const organizationId of await listOrganizationsWithMails({ db: ctx.db })) {
    const tenant: Tenant = { db: ctx.db, organizationId }
    for (let batch = 0; batch < maxBatches; batch++) {
      const ids = await findExpiredMails(tenant, { days, limit: batchSize })
      if (ids.length === 0) break
      await inTransaction(tenant, (transaction) => deleteWithDocuments(ctx, transaction, ids))
    }
  }
}

/** A job of the same transaction deletes the documents: after a crash nothing else would know which of them are left. */
async function deleteWithDocuments(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: Tenant,
  ids: readonly string[],
): Promise<void> {
  const { hashes } = await deleteMails(transaction, ids)
  if (hashes.length === 0) return
  const { db, organizationId } = transaction
  const payload = { organizationId, hashes: [...hashes] }
  const key = `delete-mail-documents:${randomUUID()}`
  await jobs.enqueue(deleteMailDocumentsJob, payload, { key, organizationId, db })
}

/** Has the mails of a deleted connector deleted. If that is not requested because of a crash, the next purge does it. */
export const requestPurge = ({ jobs }: Pick<Context, 'jobs'>): Promise<void> =>
  jobs.enqueue(purgeMailsJob, {}, { key: `purge-mails:${randomUUID()}`, organizationId: null })

type DeleteMailRequest = { readonly actor: Actor; readonly id: string; readonly mailId: string }

/** Deletes a mail with its documents. Results that were made of it stay. */
export async function deleteMail(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { actor, id, mailId }: DeleteMailRequest,
): Promise<void> {
  const { name } = await getConnection(ctx, connectorConnections, { actor, id }, 'open')
  await inTransaction(tenantOf(ctx, actor), async (transaction) => {
    if (!(await findAddress(transaction, id))) throw noAddress()
    const mail = await findMail(transaction, { id: mailId, connectorId: id })
    if (!mail) throw notFound('mail')
    await recordChange(transaction, actor, {
      action: 'connector.mail-deleted',
      subject: { type: 'connector', id, name },
      before: { mail: mailId, received_at: mail.received_at },
    })
    await deleteWithDocuments(ctx, transaction, [mailId])
  })
}
