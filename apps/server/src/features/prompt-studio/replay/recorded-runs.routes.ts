import * as api from '@recto/contract/prompt-studio/recorded-runs'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { listRecordedRuns, replayRecordedRuns } from './recorded-runs.ts'
import type { ReplayedField } from './replayed-run.ts'
import { findSentInRun } from './sent-in-run.ts'

export function recordedRunRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listRecordedRuns, async (ctx, { actor, params, query }) => {
    const { document_id: documentId, profile_id: profileId } = query
    const projectId = params.tool_id
    const runs = await listRecordedRuns(ctx, { actor, projectId, documentId, profileId })
    return {
      runs: runs.map(({ id, at: time, values }) => ({ id, created_at: presentTime(time), values })),
    }
  })

  registerEndpoint(app, ctx, api.listSentInRun, async (ctx, { actor, params, query }) => {
    const { document_id: documentId, profile_id: profileId, run } = query
    const documentRequest = { actor, projectId: params.tool_id, documentId, profileId }
    return findSentInRun(ctx, { ...documentRequest, run })
  })

  registerEndpoint(app, ctx, api.replayRuns, async (ctx, { actor, params, body }) => {
    const { document_id: documentId, profile_id: profileId, run, other: otherRun } = body
    const documentRequest = { actor, projectId: params.tool_id, documentId, profileId }
    const { fields, otherFields, comparisons } = await replayRecordedRuns(ctx, {
      ...documentRequest,
      run,
      otherRun,
    })
    const keys = new Set([...fields, ...otherFields].map(({ key }) => key))
    const presentFieldOfRun = (runFields: readonly ReplayedField[], key: string) => {
      const field = runFields.find((candidate) => candidate.key === key)
      return field ? presentField(field) : null
    }
    return {
      fields: [...keys].map((key) => ({
        prompt_key: key,
        run: presentFieldOfRun(fields, key),
        other: presentFieldOfRun(otherFields, key),
        changes: Object.keys(comparisons.find((field) => field.key === key)?.changes ?? {}),
      })),
    }
  })
}

const presentField = (field: ReplayedField): api.ReplayedAnswer => ({
  value: field.value,
  evidence: field.evidence as api.ReplayedAnswer['evidence'],
  confidence: field.confidence,
  prompt: field.prompt,
  model: field.model ?? null,
  cost_in_dollars: field.dollars ?? null,
  error: field.error ?? null,
  is_same: field.isSame ?? null,
})
