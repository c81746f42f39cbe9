import { createHash } from 'node:crypto'
import { AppError, conflict } from '../../platform/app-error.ts'
import { violatesUniqueConstraint } from '../../platform/db/database-errors.ts'
import type { Upload } from '../../platform/files/upload.ts'
import {
  type ExecutionRow,
  findExecutionByIdempotencyKey,
  type Idempotency,
} from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'

type RepeatableRequest = {
  readonly idempotencyKey: string | undefined
  readonly files: readonly Upload[]
  readonly [field: string]: unknown
}

const constraint = 'execution_idempotency_key'

/**
 * Pairs the key from the header `Idempotency-Key` with a hash of the request; how long the caller
 * waits and the review queue are not part of the hash. Returns `undefined` without a key.
 */
export function identifyRequest({
  idempotencyKey,
  files,
  ...fields
}: RepeatableRequest): Idempotency | undefined {
  if (idempotencyKey === undefined) return undefined
  const { presignedUrls, usesFileHistory, tags, customData, llmProfileId } = fields
  const fileHashes = files.map(({ name, hash }) => [name, hash])
  const hashedFields = [fileHashes, presignedUrls, usesFileHistory, tags, customData, llmProfileId]
  const requestHash = createHash('sha256').update(JSON.stringify(hashedFields)).digest('hex')
  return { idempotencyKey, requestHash }
}

/**
 * Finds the execution that the same request has already started. Throws 409 when the key was sent
 * with a different request, 406 when the result was already fetched.
 */
export async function findRepeated(
  { tenant, deployment }: DeploymentCaller,
  idempotency: Idempotency | undefined,
): Promise<ExecutionRow | undefined> {
  if (!idempotency) return undefined
  const { idempotencyKey, requestHash } = idempotency
  const earlier = await findExecutionByIdempotencyKey(tenant, {
    // The column holds the id of the called deployment or pipeline.
    pipelineId: deployment.id,
    idempotencyKey,
  })
  if (!earlier) return undefined
  if (earlier.request_hash !== requestHash) {
    throw conflict('This Idempotency-Key was already used for a different request.')
  }
  if (!earlier.is_acknowledged) return earlier
  const detail = 'Result already acknowledged'
  throw new AppError('not-acceptable', [{ code: 'error', detail, attr: null }])
}

type StartedExecution<TOutcome> = {
  readonly execution: ExecutionRow
  readonly outcomePromise: TOutcome
}

/**
 * Starts the execution, unless the same request was accepted at the same time: then returns the
 * execution of that one.
 */
export async function startOrFindRepeated<TOutcome>(
  caller: DeploymentCaller,
  idempotency: Idempotency | undefined,
  start: () => Promise<StartedExecution<TOutcome>>,
): Promise<StartedExecution<TOutcome | undefined>> {
  try {
    return await start()
  } catch (error) {
    const earlier =
      violatesUniqueConstraint(error, constraint) && (await findRepeated(caller, idempotency))
    if (!earlier) throw error
    return { execution: earlier, outcomePromise: undefined }
  }
}
