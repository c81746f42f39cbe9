import { createHash } from 'node:crypto'
import { AppError, conflict, invalid } from '../../platform/app-error.ts'
import { breaksUnique } from '../../platform/db/refusals.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { type ExecutionRow, findNamedExecution } from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'

type Named = { readonly idempotencyKey: string; readonly requestHash: string }

type Request = {
  readonly idempotencyKey: string | undefined
  readonly files: readonly Upload[]
  readonly [field: string]: unknown
}

const constraint = 'execution_idempotency_key'
const maxCharacters = 255

/**
 * What a request asks for, under the name that its caller gave it in the header `Idempotency-Key`; not how long
 * the caller waits. `undefined` without a name.
 */
export function nameRequest({ idempotencyKey, files, ...given }: Request): Named | undefined {
  if (idempotencyKey === undefined) return undefined
  if (idempotencyKey === '' || idempotencyKey.length > maxCharacters) {
    const detail = `A key has 1 to ${maxCharacters} characters.`
    throw invalid('Idempotency-Key', detail)
  }
  const { presignedUrls, usesFileHistory, tags, customData, llmProfileId } = given
  const sent = files.map(({ name, hash }) => [name, hash])
  const asked = [sent, presignedUrls, usesFileHistory, tags, customData, llmProfileId]
  const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest('hex')
  return { idempotencyKey, requestHash }
}

/**
 * The execution that the same request has made before. 409 when the name was another request's, 406 when
 * the result has been fetched.
 */
export async function findRepeated(
  { tenant, deployment }: DeploymentCaller,
  named: Named | undefined,
): Promise<ExecutionRow | undefined> {
  if (!named) return undefined
  const { idempotencyKey, requestHash } = named
  const earlier = await findNamedExecution(tenant, { pipelineId: deployment.id, idempotencyKey })
  if (!earlier) return undefined
  if (earlier.request_hash !== requestHash) {
    throw conflict('This Idempotency-Key was sent with another request.')
  }
  if (!earlier.is_acknowledged) return earlier
  const detail = 'Result already acknowledged'
  throw new AppError('not-acceptable', [{ code: 'error', detail, attr: null }])
}

type Started<Finished> = { readonly execution: ExecutionRow; readonly finished: Finished }

/** Starts it, unless the same request has come in meanwhile: then that one's execution is it. */
export async function orRepeated<Finished>(
  admitted: DeploymentCaller,
  named: Named | undefined,
  start: () => Promise<Started<Finished>>,
): Promise<Started<Finished | undefined>> {
  try {
    return await start()
  } catch (error) {
    const earlier = breaksUnique(error, constraint) && (await findRepeated(admitted, named))
    if (!earlier) throw error
    return { execution: earlier, finished: undefined }
  }
}
