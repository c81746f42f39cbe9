import { setTimeout as wait } from 'node:timers/promises'
import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import { findTextJob, type TextJobRow } from '../jobs/text-jobs.store.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { findTextKey } from '../keys/text-keys.store.ts'
import { hashOfKey } from '../keys/text-keys.ts'
import { cancelTextJob } from '../results/cancel-text-job.ts'
import { delivered, retrieveText } from '../results/retrieve-text.ts'
import { submitDocument } from '../uploads/submit-document.ts'

type Needs = Pick<Context, 'config' | 'db' | 'files' | 'jobs' | 'leaving' | 'reader'>
type Input = {
  readonly admitted: KeyHolder
  readonly options: TextJobOptions
  readonly document: ReceivedContent
  /** Aborts when the caller has gone away. */
  readonly gone: AbortSignal
}

/** Longer than a browser waits; who wants more asks the text service itself. */
const waitSeconds = 300
const lookEverySeconds = 0.25

type Extracted = { readonly text: string; readonly whisperHash: string }

/**
 * Reads one document as a client of the text service would, and waits for its text. Nobody but the caller knows of
 * the job, so that it is cancelled when they go away.
 */
export async function extractNow(ctx: Needs, input: Input): Promise<Extracted> {
  const { tenant } = input.admitted
  const accepted = await submitDocument(ctx, input)
  const job = await untilDone(ctx, tenant, { job: accepted, gone: input.gone })
  if (job.status === 'error') throw badRequest(job.error_message || 'Failed to extract')
  const wanted = { admitted: input.admitted, whisperHash: job.whisper_hash }
  const { result } = await retrieveText(ctx, wanted)
  await delivered(ctx, tenant, job)
  return { text: result.text, whisperHash: job.whisper_hash }
}

type Waiting = { readonly job: TextJobRow; readonly gone: AbortSignal }

async function untilDone(
  ctx: Pick<Context, 'jobs' | 'leaving'>,
  tenant: Tenant,
  { job: accepted, gone }: Waiting,
): Promise<TextJobRow> {
  const { id, whisper_hash } = accepted
  const deadline = Date.now() + waitSeconds * 1000
  for (;;) {
    const job = await findTextJob(tenant, { id })
    if (!job) throw badRequest('The document was deleted while it was read.')
    if (['processed', 'error'].includes(job.status)) return job
    if (gone.aborted) return await giveUp(ctx, tenant, job)
    if (Date.now() > deadline || ctx.leaving.aborted) {
      throw badRequest(
        `The document is still being read. Ask the text service for ${whisper_hash}.`,
      )
    }
    await wait(lookEverySeconds * 1000)
  }
}

async function giveUp(ctx: Pick<Context, 'jobs'>, tenant: Tenant, job: TextJobRow): Promise<never> {
  await cancelTextJob(ctx, tenant, job)
  throw badRequest('The caller has gone away.')
}

type Chosen = { readonly actor: Actor; readonly key: string }

/** The key that a member has chosen, as if a program had sent it. */
export async function admitChosenKey(
  ctx: Pick<Context, 'db'>,
  { actor, key }: Chosen,
): Promise<KeyHolder> {
  if (key === '') throw badRequest('Please select a key')
  const tenant = tenantOf(ctx, actor)
  const row = await findTextKey(tenant, { key, hash: hashOfKey(key) })
  if (!row?.is_active) throw badRequest('Please select a key')
  return { tenant, keyId: row.id }
}
