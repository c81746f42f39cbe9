import type { StudioRun } from '@recto/contract/studio-runs'

/** One prompt under one profile on one document. */
export type Cell = {
  readonly promptId: string
  readonly profileId: string
  readonly documentId: string
}

/** A run of a cell as the server has it. */
export type Run = Cell & {
  readonly id: string
  readonly state: StudioRun['state']
  /** Why it failed. */
  readonly reason: string | undefined
  /** Milliseconds; undefined while it waits. */
  readonly startedAt: number | undefined
  readonly seconds: number | undefined
}

/** The prompts that a single pass asks together; undefined while there is none. */
export type Pass = readonly string[] | undefined

/** Without those that are about no cell. A run of a pass is one of each of its prompts. */
export const runsFromWire = (wire: readonly StudioRun[], pass: Pass): readonly Run[] =>
  wire.flatMap((run) => {
    if (run.kind === 'prompt' && run.prompt_id !== null) {
      return pass?.includes(run.prompt_id) ? [] : runOf(run, run.prompt_id)
    }
    if (run.kind !== 'all' || !pass) return []
    return pass.map((promptId) => partOf(run, promptId))
  })

/** What a run of a pass is for one of its prompts. */
function partOf(run: StudioRun, promptId: string): Run {
  const failed = run.failed_prompts.find((it) => it.prompt_id === promptId)
  const whole = runOf(run, promptId)
  return failed ? { ...whole, state: 'failed', reason: failed.error } : whole
}

function runOf(wire: StudioRun, promptId: string): Run {
  const { id, profile_id: profileId, document_id: documentId, state } = wire
  const startedAt = wire.started_at === null ? undefined : Date.parse(wire.started_at)
  const endedAt = wire.ended_at === null ? undefined : Date.parse(wire.ended_at)
  const seconds =
    startedAt === undefined || endedAt === undefined ? undefined : (endedAt - startedAt) / 1000
  const reason = wire.error ?? undefined
  return { id, promptId, profileId, documentId, state, startedAt, seconds, reason }
}
