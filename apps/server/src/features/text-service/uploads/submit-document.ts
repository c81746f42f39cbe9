import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { StoredStream } from '../../../platform/files/store-stream.ts'
import { storeDocument } from '../../documents/documents.port.ts'
import { insertTextJob, joinUnheardJob, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { extractTextJob } from '../jobs/text-service.jobs.ts'
import type { KeyHolder } from '../keys/admit-key.ts'

type Needs = Pick<Context, 'files' | 'jobs'>
type Input = {
  readonly admitted: KeyHolder
  readonly options: TextJobOptions
  readonly content: StoredStream
}

/** Longer than any client keeps trying to send the same upload. */
const retryMinutes = 10

/**
 * Stores a document and asks for its text, in one transaction. The same content with the same key and
 * options is the same job as long as no client has named it: then nobody has heard of it, and the
 * upload is either repeated after a lost reply or made twice at once. It is read and charged once,
 * and can be fetched as often as it was sent.
 */
export async function submitDocument(
  ctx: Needs,
  { admitted, options, content }: Input,
): Promise<TextJobRow> {
  if (content.size === 0) throw badRequest('The document is empty: send its bytes as the body.')
  const { tenant, keyId } = admitted
  const fingerprint = hashOf([keyId, content.hash, options])
  return inTransaction(tenant, async (within) => {
    const unheard = await joinUnheardJob(within, { fingerprint, minutes: retryMinutes })
    if (unheard) return unheard

    await storeDocument(ctx, within, { ...content, mimeType: 'application/octet-stream' })
    const job = await insertTextJob(within, {
      id: randomUUID(),
      key_id: keyId,
      whisper_hash: `${randomBytes(4).toString('hex')}|${content.md5}`,
      fingerprint,
      file_hash: content.hash,
      file_size: content.size,
      mode: options.mode,
      tag: options.tag,
      options: JSON.stringify(options),
      webhook_name: options.webhookName || null,
      status: 'accepted',
    })
    await askForText(ctx, within, job)
    return job
  })
}

async function askForText(
  { jobs }: Pick<Context, 'jobs'>,
  { db, organizationId }: Tenant,
  { id }: TextJobRow,
): Promise<void> {
  const payload = { organizationId, jobId: id }
  await jobs.enqueue(extractTextJob, payload, { key: `extract-text:${id}`, organizationId, db })
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
