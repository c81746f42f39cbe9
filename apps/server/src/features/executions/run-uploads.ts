import type { CustomData } from '@recto/contract/wire'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { assertMayRun } from '../billing/billing.port.ts'
import { newExecution, type RequestName } from './create-execution.ts'
import { executionInsertion } from './executions.store.ts'
import { addFiles, type Started } from './files/add-files.ts'
import { type ProfileOverride, planExecution, planWithProfile } from './plan-execution.ts'
import { keepTags } from './tags/tags.store.ts'

type Input = {
  readonly workflowId: string
  readonly deployment: { readonly id: string; readonly name: string }
  /** Whoever answers for the deployment, and reads what it made. */
  readonly userId: number | null
  readonly usesFileHistory: boolean
  readonly tags: readonly string[]
  readonly customData?: CustomData | undefined
  /** Answers every field, whichever profile it was exported with. */
  readonly profile?: ProfileOverride | undefined
  readonly named?: RequestName | undefined
  /** Where people look at the files before the caller gets them. */
  readonly review?: { readonly queue: string; readonly packet: string | undefined } | undefined
  readonly uploads: readonly Upload[]
  /** Whether the caller waits for the result. */
  readonly isAwaited: boolean
}

/**
 * Makes an execution of a deployed workflow and runs it on the uploads. A caller who gets none leaves
 * none that waits for ever for its files.
 */
export async function runUploads(
  ctx: Context,
  tenant: Tenant,
  { workflowId, uploads, isAwaited, profile, ...input }: Input,
): Promise<Started> {
  await assertMayRun(ctx.config, tenant)
  const usual = await planExecution(ctx, tenant, workflowId, 'live')
  const planned = profile
    ? await planWithProfile(ctx, tenant, { planned: usual, override: profile })
    : usual
  await keepTags(tenant, input.tags)
  const started = await addFiles(ctx, tenant, {
    workflowId,
    uploads,
    isAwaited,
    execution: (counts) =>
      executionInsertion(tenant, newExecution({ ...input, planned, entity: 'API' }, counts)),
    planOf: async () => planned.plan,
  })
  if (!started) throw new Error('An execution was not stored.')
  return started
}
