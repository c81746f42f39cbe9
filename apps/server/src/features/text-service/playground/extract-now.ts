import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { TextJobOptions } from '../../../platform/db/tables/text-service.ts'
import type { ReceivedContent } from '../../../platform/files/receive-content.ts'
import type { KeyHolder } from '../keys/admit-key.ts'
import { findTextKey } from '../keys/text-keys.store.ts'
import { hashOfKey } from '../keys/text-keys.ts'
import { delivered, retrieveText } from '../results/retrieve-text.ts'
import { untilDone } from '../results/until-done.ts'
import { submitDocument } from '../uploads/submit-document.ts'

type ExtractNowDependencies = Pick<
  Context,
  'config' | 'db' | 'files' | 'jobs' | 'shutdownSignal' | 'reader'
>
type ExtractNowRequest = {
  readonly admitted: KeyHolder
  readonly options: TextJobOptions
  readonly document: ReceivedContent
  /** Aborts when the caller has disconnected. */
  readonly gone: AbortSignal
}

type ExtractNowOptions = { readonly text: string; readonly whisperHash: string }

/**
 * Reads one document like a client of the text service and waits for its text. Only the caller
 * knows of the job, so it is cancelled when they disconnect.
 */
export async function extractNow(
  ctx: ExtractNowDependencies,
  input: ExtractNowRequest,
): Promise<ExtractNowOptions> {
  const { tenant } = input.admitted
  const accepted = await submitDocument(ctx, input)
  const job = await untilDone(ctx, tenant, { job: accepted, gone: input.gone })
  if (job.status === 'error') throw badRequest(job.error_message || 'Failed to extract')
  const wanted = { admitted: input.admitted, whisperHash: job.whisper_hash }
  const { result } = await retrieveText(ctx, wanted)
  await delivered(ctx, tenant, job)
  return { text: result.text, whisperHash: job.whisper_hash }
}

type Chosen = { readonly actor: Actor; readonly key: string }

/** Authenticates by the key that a member has chosen, as if a program had sent it. */
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
