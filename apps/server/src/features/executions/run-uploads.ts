import type { CustomData } from '@recto/contract/wire/wire'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { assertMayRun } from '../billing/billing.port.ts'
import { buildExecutionFields, type Idempotency } from './create-execution.ts'
import { buildExecutionInsert } from './executions.store.ts'
import { addFiles, type StartedExecution } from './files/add-files.ts'
import { type ProfileOverride, planExecution, planWithProfile } from './plan-execution.ts'
import { insertMissingTags } from './tags/tags.store.ts'

type RunUploadsRequest = {
  readonly workflowId: string
  readonly deployment: { readonly id: string; readonly name: string }
  /** User responsible for the deployment and owner of its results. */
  readonly userId: number | null
  readonly usesFileHistory: boolean
  readonly tags: readonly string[]
  readonly customData?: CustomData | undefined
  /** Profile that answers every field, whichever profile the field was exported with. */
  readonly profile?: ProfileOverride | undefined
  readonly idempotency?: Idempotency | undefined
  /** Review queue that the files pass through before the caller gets the result. */
  readonly review?: { readonly queue: string; readonly packet: string | undefined } | undefined
  readonly uploads: readonly Upload[]
  /** Whether the caller waits for the result. */
  readonly isAwaited: boolean
}

/**
 * Creates an execution of a deployed workflow and runs it on the uploads. When storing fails, no
 * execution is left behind that would wait for files forever.
 */
export async function runUploads(
  ctx: Context,
  tenant: Tenant,
  { workflowId, uploads, isAwaited, profile, ...input }: RunUploadsRequest,
): Promise<StartedExecution> {
  await assertMayRun(ctx.config, tenant)
  const livePlan = await planExecution(ctx, tenant, workflowId, 'live')
  const plannedExecution = profile
    ? await planWithProfile(ctx, tenant, { plannedExecution: livePlan, override: profile })
    : livePlan
  await insertMissingTags(tenant, input.tags)
  const startedExecution = await addFiles(ctx, tenant, {
    workflowId,
    uploads,
    isAwaited,
    buildExecutionStatement: (counts) =>
      buildExecutionInsert(
        tenant,
        buildExecutionFields({ ...input, plannedExecution, entity: 'API' }, counts),
      ),
    loadPlan: async () => plannedExecution.plan,
  })
  if (!startedExecution) throw new Error('An execution was not stored.')
  return startedExecution
}
