import * as api from '@recto/contract/deployments/deployment-runs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { registerEndpoint, StatusReply } from '../../platform/http/register-endpoint.ts'
import {
  acknowledgeExecutions,
  type ExecutionRow,
  isFinished,
  isOnlyInReview,
  loadOutcome,
} from '../executions/executions.port.ts'
import { admitDeploymentCaller, type DeploymentCaller } from './admit-caller.ts'
import { getExecutionOfDeployment } from './get-execution-of-deployment.ts'
import { allowanceHeaders, countDeploymentCall } from './limits/limit-calls.ts'
import { presentDeploymentReply, type ResultPartFlags, toRunOptions } from './map-run.ts'
import { acknowledge, presentOutcome } from './present-outcome.ts'
import { runDeployment } from './run-deployment.ts'

function authenticateCaller(
  ctx: Context,
  { params, headers }: FastifyRequest,
): Promise<DeploymentCaller> {
  const { org: slug, api_name: apiName } = params as { org: string; api_name: string }
  return admitDeploymentCaller(ctx, { slug, apiName, authorization: headers.authorization })
}

const readBefore = 'Result already acknowledged'

export function publicDeploymentRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.runDeployment, {
    async admit(ctx, request, reply) {
      const caller = await authenticateCaller(ctx, request)
      const allowance = await countDeploymentCall(ctx, caller.tenant)
      if (allowance) reply.headers(allowanceHeaders(allowance))
      if (allowance?.refusal) throw allowance.refusal
      return caller
    },
    async handle(ctx, { caller, body, uploads, onSent, request }) {
      const runOptions = {
        caller,
        ...toRunOptions(body, uploads),
        idempotencyKey: readIdempotencyKey(request),
      }
      const { execution, outcome } = await runDeployment(ctx, runOptions)
      const result = outcome
        ? await presentOutcome(ctx, { caller, outcome, requestedParts: body })
        : null
      if (result && isFinished(execution)) onSent(() => acknowledge(ctx, caller, execution))
      const reply = presentDeploymentReply({ caller, execution, result })
      return new StatusReply(execution.status === 'ERROR' ? 422 : 200, reply)
    },
  })

  registerEndpoint(app, ctx, api.getDeploymentStatus, {
    admit: authenticateCaller,
    async handle(ctx, { caller, query, onSent }) {
      const { tenant } = caller
      // Writes pending acknowledgements first, so that this call sees that an earlier one has
      // fetched the result.
      await ctx.batchedWrites.flush(acknowledgeExecutions)
      const execution = await getExecutionOfDeployment({ caller, executionId: query.execution_id })
      const { status } = execution
      if (!isFinished(execution)) {
        if (!(await isOnlyInReview(tenant, execution.id))) {
          return new StatusReply(422, { status, message: null })
        }
        // Not acknowledged: the caller can fetch the result again once the remaining files were
        // approved.
        const soFar = await loadOutcome(tenant, execution)
        const message = await presentOutcome(ctx, { caller, outcome: soFar, requestedParts: query })
        return new StatusReply(200, { status: 'COMPLETED', message })
      }
      if (execution.is_acknowledged)
        return new StatusReply(406, { status, message: readBefore, error: readBefore })
      const reply = await presentFinished(ctx, { caller, execution, query })
      onSent(() => acknowledge(ctx, caller, execution))
      return reply
    },
  })
}

type FinishedExecution = {
  readonly caller: DeploymentCaller
  readonly execution: ExecutionRow
  readonly query: ResultPartFlags
}

async function presentFinished(ctx: Context, { caller, execution, query }: FinishedExecution) {
  const { status } = execution
  if (isExpired(ctx, execution)) return new StatusReply(200, { status, message: null })
  const outcome = await loadOutcome(caller.tenant, execution)
  const message = await presentOutcome(ctx, { caller, outcome, requestedParts: query })
  if (status === 'COMPLETED') return new StatusReply(200, { status, message })
  return new StatusReply(422, { status, message, error: describeFailure(execution, message) })
}

const hourMilliseconds = 60 * 60 * 1000

/** Whether a complete result was not fetched within the time for which the installation holds it ready. */
export function isExpired(
  { config }: Pick<Context, 'config'>,
  { status, finished_at: finishedAt }: ExecutionRow,
): boolean {
  if (status !== 'COMPLETED' || finishedAt === null) return false
  return Date.now() - finishedAt.getTime() > config.resultHours * hourMilliseconds
}

/** Returns the error of the run and that of the first file that failed. */
function describeFailure(
  { error_message: error, status }: ExecutionRow,
  items: readonly api.ResultItem[],
): string {
  const failedItem = items.find((item) => item.error)
  const fileError = failedItem && `${failedItem.file}: ${failedItem.error}`
  const defaultText = status === 'STOPPED' ? 'The run was stopped.' : 'The run failed.'
  return [error, fileError].filter(Boolean).join(' ') || defaultText
}
