import { createHash } from 'node:crypto'
import { unpackInThread } from '@recto/mail-formats/unpack-in-thread'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { toUserMessage } from '../../../platform/describe-failure.ts'
import type { JobRun } from '../../../platform/work/jobs.ts'
import { readDocumentBytes, storeDocuments } from '../../documents/documents.port.ts'
import { announceArrivalJob } from '../connectors.jobs.ts'
import { findMail, insertMailDocuments, markMailFailed } from './received-mails.store.ts'

type Payload = { readonly organizationId: number; readonly mailId: string }

/** Takes the documents out of a received mail, and requests a run for them. */
export async function unpackStoredMail(
  ctx: Pick<Context, 'db' | 'files' | 'jobs'>,
  { organizationId, mailId }: Payload,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const mail = await findMail(tenant, { id: mailId })
  if (mail?.state !== 'STORED' || mail.file_hash === null) return
  const bytes = await readDocumentBytes(ctx, tenant, mail.file_hash)
  const documents = await unpackInThread(bytes, mail.choice, signal)
  const unpackedDocuments = documents.map((document) => ({
    ...document,
    hash: createHash('sha256').update(document.bytes).digest('hex'),
    size: document.bytes.length,
    isTaken: document.problem === undefined,
  }))
  const storedDocuments = unpackedDocuments
    .filter(({ isTaken }) => isTaken)
    .map(({ hash, size, mimeType, bytes: content }) => ({
      hash,
      size,
      mimeType: mimeType ?? 'application/octet-stream',
      content: { bytes: content },
    }))
  await storeDocuments(ctx, tenant, storedDocuments, async (transaction) => {
    const rows = unpackedDocuments.map(({ name, mimeType, size, hash, isTaken, problem }) => ({
      name,
      size,
      mime_type: mimeType,
      file_hash: isTaken ? hash : null,
      problem: problem ?? null,
    }))
    if (!(await insertMailDocuments(transaction, mailId, rows)) || rows.length === 0) return
    const payload = { organizationId, connectorId: mail.connector_id }
    const options = { key: `announce-arrival:${mailId}`, organizationId, db: transaction.db }
    await ctx.jobs.enqueue(announceArrivalJob, payload, options)
  })
}

/** Says at the mail why nothing was taken out of it. */
export async function recordFailedUnpacking(
  ctx: Pick<Context, 'db'>,
  { organizationId, mailId }: Payload,
  error: unknown,
): Promise<void> {
  await markMailFailed({ db: ctx.db, organizationId }, mailId, toUserMessage(error))
}
