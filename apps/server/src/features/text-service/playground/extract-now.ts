import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { findTextKey } from '../keys/text-keys.store.ts'
import { recordDelivery, retrieveText } from '../results/retrieve-text.ts'
import { waitForTextJob } from '../results/wait-for-text-job.ts'
import { submitDocument } from '../uploads/submit-document.ts'

type ExtractNowDependencies = Pick<
  Context,
  'config' | 'db' | 'files' | 'jobs' | 'shutdownSignal' | 'reader'
>
type ExtractNowRequest = {
  readonly caller: KeyHolder
  readonly options: TextJobOptions
  readonly document: ReceivedContent
  /** Aborts when the caller has disconnected. */
  readonly disconnectSignal: AbortSignal
}

type ExtractedText = { readonly text: string; readonly whisperHash: string }

/**
 * Reads one document like a client of the text service and waits for its text. Only the caller
 * knows of the job, so it is cancelled when they disconnect.
 */
export async function extractNow(
  ctx: ExtractNowDependencies,
  request: ExtractNowRequest,
): Promise<ExtractedText> {
  const { tenant } = request.caller
  const acceptedJob = await submitDocument(ctx, request)
  const job = await waitForTextJob(ctx, tenant, {
    job: acceptedJob,
    disconnectSignal: request.disconnectSignal,
  })
  if (job.status === 'error') throw badRequest(job.error_message || 'Failed to extract')
  const jobRequest = { caller: request.caller, whisperHash: job.whisper_hash }
  const { result } = await retrieveText(ctx, jobRequest)
  await recordDelivery(ctx, tenant, job)
  return { text: result.text, whisperHash: job.whisper_hash }
}

type ChosenKey = { readonly actor: Actor; readonly key: string }

/** Authenticates by the key that a member has chosen, as if a program had sent it. */
export async function admitChosenKey(
  ctx: Pick<Context, 'db'>,
  { actor, key }: ChosenKey,
): Promise<KeyHolder> {
  if (key === '') throw badRequest('Please select a key')
  const tenant = tenantOf(ctx, actor)
  const row = await findTextKey(tenant, { key, hash: hashApiKey(key) })
  if (!row?.is_active) throw badRequest('Please select a key')
  return { tenant, keyId: row.id }
}
