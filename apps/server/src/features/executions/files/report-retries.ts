import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { Lease } from '../../../platform/work/work-queue.ts'
import {
  type CallContext,
  type CallRetry,
  createRetryPatience,
} from '../../model-calls/model-calls.port.ts'
import { logExecution } from '../log-execution.ts'
import { saveRetryNote } from './file-executions.store.ts'
import { pushFileRetry } from './push-progress.ts'
import type { ClaimedFile } from './run-file.store.ts'

type RetryReportOptions = {
  readonly claimedFile: ClaimedFile
  readonly lease: Pick<Lease, 'workerId' | 'isAwaited'>
}

type RetryHandling = Required<Pick<CallContext, 'patience' | 'onRetry' | 'onRecovered'>>

/** Somebody who watches learns of a wrong address or a stopped server within these seconds. */
const unreachableSeconds = 10

/**
 * Decides how long the failing calls of a file are repeated, and says in its log, in its row and to
 * the session that started it which call failed, how, and when it is made again.
 */
export function createRetryHandling(
  ctx: Pick<Context, 'batchedWrites' | 'events' | 'config' | 'log'>,
  tenant: Tenant,
  { claimedFile, lease }: RetryReportOptions,
): RetryHandling {
  const { id: fileId, execution_id: executionId } = claimedFile.file
  const { modelRetrySeconds } = ctx.config
  const patience = lease.isAwaited
    ? createRetryPatience({ seconds: modelRetrySeconds.awaited, unreachableSeconds })
    : createRetryPatience({ seconds: modelRetrySeconds.batch })
  // Written one after the other, so that an earlier note never replaces a later one.
  let lastWrite = Promise.resolve()
  const write = (note: string | null) => {
    const { workerId } = lease
    lastWrite = lastWrite
      .then(() => saveRetryNote(tenant, { fileId, workerId, note }))
      .catch((error: unknown) => {
        ctx.log.warn({ reason: describeFailure(error) }, 'a retry could not be noted')
      })
  }
  return {
    patience,
    onRetry(retry) {
      const log = describeRetry(retry)
      const { organizationId } = tenant
      logExecution(ctx, { organizationId, executionId, fileId, level: 'WARN', stage: 'TOOL', log })
      pushFileRetry(ctx, tenant, claimedFile, log)
      write(`${log} Next attempt: ${formatTime(retry.seconds)}.`)
    },
    onRecovered: () => write(null),
  }
}

function describeRetry({ step, adapterName, error, seconds, attempt, maxAttempts }: CallRetry) {
  const reason = describeFailure(error).replace(/\.$/, '')
  return (
    `The call “${step}” to ${adapterName} failed: ${reason}. ` +
    `It will be repeated in ${Math.ceil(seconds)} s (attempt ${attempt} of ${maxAttempts}).`
  )
}

const formatTime = (seconds: number) =>
  `${new Date(Date.now() + seconds * 1000).toISOString().slice(11, 19)} UTC`
