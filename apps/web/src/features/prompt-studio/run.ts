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

/** Without those that are about no single cell. */
export const runsFromWire = (wire: readonly StudioRun[]): readonly Run[] => wire.flatMap(runOf)

function runOf(wire: StudioRun): readonly Run[] {
  const { id, prompt_id: promptId, profile_id: profileId, document_id: documentId, state } = wire
  if (promptId === null) return []
  const startedAt = wire.started_at === null ? undefined : Date.parse(wire.started_at)
  const endedAt = wire.ended_at === null ? undefined : Date.parse(wire.ended_at)
  const seconds =
    startedAt === undefined || endedAt === undefined ? undefined : (endedAt - startedAt) / 1000
  return [
    {
      id,
      promptId,
      profileId,
      documentId,
      state,
      startedAt,
      seconds,
      reason: wire.error ?? undefined,
    },
  ]
}
