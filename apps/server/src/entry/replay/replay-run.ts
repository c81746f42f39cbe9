import { findRecordedFile, type RecordedFile } from '../../features/executions/executions.port.ts'
import {
  findRecordedCalls,
  hashValue,
  type RecordedCall,
} from '../../features/model-calls/model-calls.port.ts'
import {
  assertTextUnchanged,
  createFailedField,
  createReplayContext,
  type ReplayedRun,
  replayStudioRun,
  sumCallCosts,
} from '../../features/prompt-studio/prompt-studio.port.ts'
import { runTool, type Tool } from '../../features/tools/tools.port.ts'
import { conflict } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/strings.ts'

/**
 * Reproduces a run from stored replies: no model is called, and a missing reply is an error of its
 * field. A run is either a studio run or a file of an execution.
 */
export async function replayRun(ctx: Context, tenant: Tenant, run: string): Promise<ReplayedRun> {
  const calls = await findRecordedCalls(tenant, run)
  const file = isUuid(run) ? await findRecordedFile(tenant, run) : undefined
  if (file) return replayFile(ctx, tenant, { file, calls })
  return replayStudioRun(ctx, tenant, run)
}

async function replayFile(
  ctx: Context,
  tenant: Tenant,
  { file: { file, plan }, calls }: { file: RecordedFile; calls: readonly RecordedCall[] },
): Promise<ReplayedRun> {
  if (file.result === null) throw conflict('The file has no result to replay.')
  const { output, metadata } = file.result
  if (!metadata?.run_id)
    throw conflict('The result was stored by a version of Recto that did not record runs.')
  const { tool } = plan
  const { result } = await runTool(ctx, tenant, {
    tool: { ...tool, metadata: withoutChunks(tool.metadata) },
    settings: plan.settings,
    document: { hash: file.file_hash, name: file.file_name },
    // The result may come from an earlier execution with the same content.
    ...createReplayContext(ctx, metadata.run_id, {
      rules: undefined,
      documentHash: file.file_hash,
    }),
  })
  const textHash = assertTextUnchanged(result.metadata.text_hash, metadata.text_hash)
  const activeOutputs = tool.metadata.outputs.filter(({ active }) => active)
  return {
    run: file.id,
    documentHash: file.file_hash,
    textHash,
    fields: activeOutputs.map(({ name: key, prompt }) => {
      const facts = { key, prompt, ...sumCallCosts(key, calls) }
      const error = result.metadata.errors?.[key]
      const hadFailed = metadata.errors !== undefined && key in metadata.errors
      if (error !== undefined) return createFailedField(facts, error, hadFailed)
      const value = result.output[key] ?? null
      // The uncalibrated confidence: expected values added since change the calibration, not the
      // run.
      const rawConfidence = result.metadata.calibration?.[key]?.raw_confidence
      const confidence = rawConfidence ?? result.metadata.confidence[key] ?? null
      return {
        ...facts,
        value,
        evidence: result.evidence[key] ?? null,
        confidence,
        error: undefined,
        isSame: !hadFailed && hashValue(value) === hashValue(output[key] ?? null),
      }
    }),
  }
}

/** The replies are stored, so no retrieval of chunks is needed. */
function withoutChunks(metadata: Tool['metadata']): Tool['metadata'] {
  return {
    ...metadata,
    tool_settings: { ...metadata.tool_settings, 'chunk-size': 0 },
    outputs: metadata.outputs.map((output) => ({ ...output, 'chunk-size': 0 })),
  }
}
