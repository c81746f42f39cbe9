import type { StudioRun } from '@recto/contract/prompt-studio/studio-runs'

/** A prompt under one profile on one document. */
export type Cell = {
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
}

/** The run of a cell according to the server. */
export type Run = Cell & {
  readonly id: string
  readonly state: StudioRun['state']
  /** Servers that are older do not say what it waits for. */
  readonly waitsFor?: StudioRun['waits_for']
  /** Reason for the failure. */
  readonly reason: string | undefined
  /** Start time in milliseconds; undefined while it is waiting. */
  readonly startedAt: number | undefined
  readonly seconds: number | undefined
}

/** Ids of the prompts in a single pass; undefined if the project does not use one. */
export type SinglePassPromptIds = readonly string[] | undefined

/**
 * Converts runs to one run per cell, leaving out runs that belong to no cell. A single pass becomes
 * one run for each of its prompts. The page then shows the outputs of passes alone, so runs of one of
 * these prompts are left out.
 */
export const runsFromWire = (
  wire: readonly StudioRun[],
  singlePassPromptIds: SinglePassPromptIds,
): readonly Run[] =>
  wire.flatMap((run) => {
    if (run.kind === 'prompt' && run.prompt_id !== null) {
      return singlePassPromptIds?.includes(run.prompt_id) ? [] : runOf(run, run.prompt_id)
    }
    if (run.kind !== 'all' || !singlePassPromptIds) return []
    return singlePassPromptIds.map((promptId) => partOf(run, promptId))
  })

/** Returns the part of a single pass that is about one prompt. */
function partOf(run: StudioRun, promptId: string): Run {
  const failedPrompt = run.failed_prompts.find((prompt) => prompt.prompt_id === promptId)
  const passRun = runOf(run, promptId)
  return failedPrompt ? { ...passRun, state: 'failed', reason: failedPrompt.error } : passRun
}

function runOf(wire: StudioRun, promptId: string): Run {
  const { id, profile_id: profileId, document_id: documentId, state } = wire
  const startedAt = wire.started_at === null ? undefined : Date.parse(wire.started_at)
  const endedAt = wire.ended_at === null ? undefined : Date.parse(wire.ended_at)
  const seconds =
    startedAt === undefined || endedAt === undefined ? undefined : (endedAt - startedAt) / 1000
  const reason = wire.error ?? undefined
  const waitsFor = wire.waits_for ?? null
  return { id, promptId, profileId, documentId, state, waitsFor, startedAt, seconds, reason }
}
