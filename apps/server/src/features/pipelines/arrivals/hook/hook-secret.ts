import { createHmac, randomBytes } from 'node:crypto'
import { type Actor, type Context, tenantOf } from '../../../../platform/context.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import { recordChange } from '../../../organizations/organizations.port.ts'
import { getPipeline } from '../../get-pipeline.ts'
import type { PipelineRow } from '../../pipelines.store.ts'
import { saveHook } from './hooks.store.ts'

type NewHookSecret = {
  readonly pipeline: PipelineRow
  /** Signs calls, or is sent as a bearer token. */
  readonly secret: string
  /** Opens the address for senders that can do neither. */
  readonly token: string
}

type HookSecretRequest = { readonly actor: Actor; readonly id: string }

/** Makes a new secret for the address that receives calls about arrivals. The earlier one opens it no longer. */
export async function createHookSecret(
  ctx: Pick<Context, 'db' | 'vault'>,
  { actor, id }: HookSecretRequest,
): Promise<NewHookSecret> {
  const pipeline = await getPipeline(ctx, { actor, id }, 'keys')
  const secret = randomBytes(32).toString('base64url')
  await inTransaction(tenantOf(ctx, actor), async (transaction) => {
    await saveHook(transaction, {
      pipelineId: id,
      sealed_secret: ctx.vault.seal(secret),
      created_by: actor.userId,
    })
    await recordChange(transaction, actor, {
      action: 'pipeline.arrival-secret-rotated',
      subject: { type: 'pipeline', id, name: pipeline.name },
    })
  })
  return { pipeline, secret, token: tokenOf(secret) }
}

/** Addresses are written to logs, so the token in them is not the secret that signs. */
export const tokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('arrival-address').digest('base64url')
