import * as api from '@recto/contract/deployments/llama-extract'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { countDeploymentCall } from '../limits/limit-calls.ts'
import { presentExtractJob } from './present-extract-job.ts'
import {
  admitExtractKey,
  getExtraction,
  loadItem,
  openDeploymentOfKey,
  startExtraction,
} from './run-extraction.ts'

/** Routes by which clients of LlamaIndex have API deployments extract values. */
export function llamaExtractRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.startLlamaExtract, {
    admit: admitExtractKey,
    async handle(ctx, { caller: holder, body }) {
      refuseOtherFields(body)
      const caller = await openDeploymentOfKey(ctx, holder, body.configuration_id ?? undefined)
      const allowance = await countDeploymentCall(ctx, caller.tenant)
      if (allowance?.refusal) throw allowance.refusal
      const execution = await startExtraction(ctx, caller, {
        fileId: body.file_input,
        holder,
      })
      return presentExtractJob({
        caller,
        execution,
        fileId: body.file_input,
        item: undefined,
        hasMetadata: false,
      })
    },
  })
  registerEndpoint(app, ctx, api.getLlamaExtract, {
    admit: admitExtractKey,
    async handle(ctx, { caller: holder, params, query }) {
      const { caller, execution, fileId } = await getExtraction(ctx, holder, params.job_id)
      const hasMetadata = query.expand.includes('extract_metadata')
      const item = await loadItem(ctx, { caller, execution, hasMetadata })
      return presentExtractJob({ caller, execution, fileId, item, hasMetadata })
    },
  })
}

/** Throws for fields that have no equivalent here, because the result would not show that they were ignored. */
function refuseOtherFields({
  file_input,
  configuration_id,
  configuration,
  ...otherFields
}: api.ExtractRequest) {
  if (configuration) {
    throw invalid(
      'configuration',
      'Values are extracted by a saved configuration. Send the name of an API deployment as configuration_id.',
    )
  }
  const [name] = Object.entries(otherFields).find(([, value]) => Boolean(value)) ?? []
  if (name) throw invalid(name.slice(0, 100), 'This option is not supported.')
}
