import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import { storeDocuments } from '../../documents/documents.port.ts'
import { insertTextJob, joinUnheardJob, type TextJobRow } from '../jobs/text-jobs.store.ts'
import { extractTextJob, extractTextKey } from '../jobs/text-service.jobs.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { planOf } from '../usage/plan-of.ts'
import { reservePages } from '../usage/reserve-pages.ts'
import { countPages } from './count-pages.ts'

type Needs = Pick<Context, 'config' | 'files' | 'jobs' | 'reader'>
type Input = {
  readonly admitted: KeyHolder
  readonly options: TextJobOptions
  readonly document: ReceivedContent
}

/** Longer than any client keeps trying to send the same upload. */
const retryMinutes = 10

/**
 * Stores a document and asks for its text, in one transaction. The same content with the same key and
 * options is the same job as long as no client has named it: then nobody has heard of it, and the
 * upload is either repeated after a lost reply or made twice at once. It is read and charged once,
 * and can be fetched as often as it was sent. Its pages are taken out of the plan in the same transaction.
 */
export async function submitDocument(
  ctx: Needs,
  { admitted, options, document }: Input,
): Promise<TextJobRow> {
  if (document.size === 0) throw badRequest('The document is empty: send its bytes as the body.')
  const { tenant, keyId } = admitted
  const plan = await planOf(ctx.config, tenant)
  const pages = await countPages(ctx, tenant, { plan, document, pages: options.pages })
  const fingerprint = hashOf([keyId, document.hash, options])
  const arrived = { ...document, mimeType: 'application/octet-stream' }
  return storeDocuments(ctx, tenant, [arrived], async (within) => {
    const unheard = await joinUnheardJob(within, { fingerprint, minutes: retryMinutes })
    if (unheard) return unheard

    const job = await insertTextJob(within, {
      id: randomUUID(),
      key_id: keyId,
      charged_key_id: keyId,
      plan: plan.id,
      ...(await reservePages(within, plan, pages)),
      whisper_hash: `${randomBytes(4).toString('hex')}|${document.md5}`,
      fingerprint,
      file_hash: document.hash,
      file_size: document.size,
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
  await jobs.enqueue(extractTextJob, payload, { key: extractTextKey(id), organizationId, db })
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
