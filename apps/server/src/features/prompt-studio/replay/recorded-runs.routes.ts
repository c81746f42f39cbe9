import * as api from '@recto/contract/recorded-runs'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { listRecordedRuns, replayRecordedRuns } from './recorded-runs.ts'
import type { ReplayedField } from './replayed.ts'
import { findSentInRun } from './sent-in-run.ts'

export function recordedRunRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listRecordedRuns, async (ctx, { actor, params, query }) => {
    const { document_id: documentId, profile_id: profileId } = query
    const projectId = params.tool_id
    const runs = await listRecordedRuns(ctx, { actor, projectId, documentId, profileId })
    return {
      runs: runs.map(({ id, at, values }) => ({ id, created_at: presentTime(at), values })),
    }
  })

  serve(app, ctx, api.listSentInRun, async (ctx, { actor, params, query }) => {
    const { document_id: documentId, profile_id: profileId, run } = query
    const of = { actor, projectId: params.tool_id, documentId, profileId }
    return findSentInRun(ctx, { ...of, run })
  })

  serve(app, ctx, api.replayRuns, async (ctx, { actor, params, body }) => {
    const { document_id: documentId, profile_id: profileId, run, other } = body
    const of = { actor, projectId: params.tool_id, documentId, profileId }
    const { fields, others, compared } = await replayRecordedRuns(ctx, { ...of, run, other })
    const keys = new Set([...fields, ...others].map(({ key }) => key))
    const presented = (among: readonly ReplayedField[], key: string) => {
      const field = among.find((one) => one.key === key)
      return field ? presentField(field) : null
    }
    return {
      fields: [...keys].map((key) => ({
        prompt_key: key,
        run: presented(fields, key),
        other: presented(others, key),
        changes: Object.keys(compared.find((one) => one.key === key)?.changes ?? {}),
      })),
    }
  })
}

const presentField = (field: ReplayedField): api.Replayed => ({
  value: field.value,
  evidence: field.evidence as api.Replayed['evidence'],
  confidence: field.confidence,
  prompt: field.prompt,
  model: field.model ?? null,
  cost_in_dollars: field.dollars ?? null,
  error: field.error ?? null,
  is_same: field.isSame ?? null,
})
