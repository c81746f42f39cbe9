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
import { delivered, retrieveText } from '../results/retrieve-text.ts'
import { submitDocument } from '../uploads/submit-document.ts'

type Needs = Pick<Context, 'config' | 'db' | 'files' | 'jobs' | 'leaving' | 'reader'>
type Input = {
  readonly admitted: KeyHolder
  readonly options: TextJobOptions
  readonly document: ReceivedContent
}

/** Longer than a browser waits; who wants more asks the text service itself. */
const waitSeconds = 300
const lookEverySeconds = 0.25

type Extracted = { readonly text: string; readonly whisperHash: string }

/** Reads one document as a client of the text service would, and waits for its text. */
export async function extractNow(ctx: Needs, input: Input): Promise<Extracted> {
  const { tenant } = input.admitted
  const accepted = await submitDocument(ctx, input)
  const job = await untilDone(ctx, tenant, accepted)
  if (job.status === 'error') throw badRequest(job.error_message || 'Failed to extract')
  const wanted = { admitted: input.admitted, whisperHash: job.whisper_hash }
  const { result } = await retrieveText(ctx, wanted)
  await delivered(ctx, tenant, job)
  return { text: result.text, whisperHash: job.whisper_hash }
}

async function untilDone(
  { leaving }: Pick<Context, 'leaving'>,
  tenant: Tenant,
  { id, whisper_hash }: TextJobRow,
): Promise<TextJobRow> {
  const deadline = Date.now() + waitSeconds * 1000
  for (;;) {
    const job = await findTextJob(tenant, { id })
    if (!job) throw badRequest('The document was deleted while it was read.')
    if (job.status === 'processed' || job.status === 'error') return job
    if (Date.now() > deadline || leaving.aborted) {
      throw badRequest(
        `The document is still being read. Ask the text service for ${whisper_hash}.`,
      )
    }
    await wait(lookEverySeconds * 1000)
  }
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
