import { findRecordedFile, type RecordedFile } from '../../features/executions/executions.port.ts'
import {
  findRecordedCalls,
  hashOfValue,
  type RecordedCall,
} from '../../features/model-calls/model-calls.port.ts'
import {
  costOfCalls,
  failedField,
  type ReplayedRun,
  replaying,
  replayStudioRun,
  sameText,
} from '../../features/prompt-studio/prompt-studio.port.ts'
import { runTool, type Tool } from '../../features/tools/tools.port.ts'
import { conflict } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'

/**
 * Answers a run again from what is kept of it: no model is called, and what is missing is an error of its
 * field. A run is one in the studio, or a file of an execution.
 */
export async function replayRun(ctx: Context, tenant: Tenant, run: string): Promise<ReplayedRun> {
  const calls = await findRecordedCalls(tenant, run)
  const file = isUuid(run) ? await findRecordedFile(tenant, run) : undefined
  if (file) return replayFile(ctx, tenant, { file, calls })
  return replayStudioRun(ctx, tenant, run)
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

type Stored = {
  readonly output: Readonly<Record<string, unknown>>
  readonly metadata: {
    readonly run_id: string
    readonly text_hash?: string
    readonly errors?: Readonly<Record<string, string>>
  }
}

async function replayFile(
  ctx: Context,
  tenant: Tenant,
  { file: { file, plan }, calls }: { file: RecordedFile; calls: readonly RecordedCall[] },
): Promise<ReplayedRun> {
  if (file.result === null) throw conflict('The file has no result that could be replayed.')
  const { output, metadata } = file.result as Stored
  const tool = plan.tool as Tool
  const { result } = await runTool(ctx, tenant, {
    tool: { ...tool, metadata: withoutChunks(tool.metadata) },
    settings: plan.settings,
    document: { hash: file.file_hash, name: file.file_name },
    // The result may be that of an earlier execution of the same content.
    ...replaying(ctx, metadata.run_id, { rules: undefined, documentHash: file.file_hash }),
  })
  const textHash = sameText(result.metadata.text_hash, metadata.text_hash)
  const asked = tool.metadata.outputs.filter(({ active }) => active)
  return {
    run: file.id,
    documentHash: file.file_hash,
    textHash,
    fields: asked.map(({ name: key, prompt }) => {
      const facts = { key, prompt, ...costOfCalls(key, calls) }
      const error = result.metadata.errors?.[key]
      const failedThen = metadata.errors !== undefined && key in metadata.errors
      if (error !== undefined) return failedField(facts, error, failedThen)
      const value = result.output[key] ?? null
      // As the machine gave it: truths that have come since change what it is worth, not the run.
      const raw = result.metadata.calibration?.[key]?.raw_confidence
      const whole = raw ?? result.metadata.confidence[key] ?? null
      return {
        ...facts,
        ...{ value, evidence: result.evidence[key] ?? null, confidence: whole, error: undefined },
        isSame: !failedThen && hashOfValue(value) === hashOfValue(output[key] ?? null),
      }
    }),
  }
}

/** The replies are known, so nothing is searched for that they could be made from. */
function withoutChunks(metadata: Tool['metadata']): Tool['metadata'] {
  return {
    ...metadata,
    tool_settings: { ...metadata.tool_settings, 'chunk-size': 0 },
    outputs: metadata.outputs.map((one) => ({ ...one, 'chunk-size': 0 })),
  }
}
