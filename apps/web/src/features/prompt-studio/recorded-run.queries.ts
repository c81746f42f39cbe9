import * as api from '@recto/contract/prompt-studio/recorded-runs'
import { omitUndefined } from '@recto/omit-undefined'
import { queryOptions } from '@tanstack/react-query'
import { readAs, send } from '../../shared/api/requests.ts'
import { sentFromWire } from '../../shared/sent/sent-text.ts'

/** A recorded run of a document under a profile, which can be replayed. */
export type EarlierRun = {
  readonly id: string
  readonly createdAt: string
  readonly values: number
}

export type RecordedRunsRequest = {
  readonly projectId: string
  readonly documentId: string
  readonly profileId: string
}

/** Newest first; never cached. */
export const recordedRuns = ({ projectId, documentId, profileId }: RecordedRunsRequest) => ({
  ...readAs(
    api.listRecordedRuns,
    {
      params: { tool_id: projectId },
      query: { document_id: documentId, profile_id: profileId },
    },
    ({ runs }): readonly EarlierRun[] =>
      runs.map(({ id, created_at: createdAt, values }) => ({ id, createdAt, values })),
  ),
  gcTime: 0,
})

/** The text that a run has sent to external adapters. */
export const sentInRun = (
  { projectId, documentId, profileId }: RecordedRunsRequest,
  run: string,
) => ({
  ...readAs(
    api.listSentInRun,
    {
      params: { tool_id: projectId },
      query: { document_id: documentId, profile_id: profileId, run },
    },
    sentFromWire,
  ),
  gcTime: 0,
})

/** A replayed value. */
export type ReplayedValue = {
  readonly value: unknown
  readonly confidence: number | null
  readonly model: string | null
  readonly dollars: number | null
  readonly error: string | null
  /** Whether it equals the value of the run; null if unknown. */
  readonly isSame: boolean | null
}

export type ComparedValue = {
  readonly key: string
  readonly run: ReplayedValue | undefined
  readonly otherRun: ReplayedValue | undefined
  readonly changes: readonly string[]
}

const valueFromWire = (wire: api.ReplayedAnswer | null): ReplayedValue | undefined =>
  wire === null
    ? undefined
    : {
        value: wire.value,
        confidence: wire.confidence,
        model: wire.model,
        dollars: wire.cost_in_dollars,
        error: wire.error,
        isSame: wire.is_same,
      }

/** Replays one recorded run, or two for comparison. The records do not change. */
export const replayedValues = (
  { projectId, documentId, profileId }: RecordedRunsRequest,
  run: string,
  otherRun?: string,
) =>
  queryOptions({
    queryKey: ['replayed', projectId, documentId, profileId, run, otherRun],
    gcTime: 0,
    async queryFn(): Promise<readonly ComparedValue[]> {
      const { fields } = await send(api.replayRuns, {
        params: { tool_id: projectId },
        body: {
          document_id: documentId,
          profile_id: profileId,
          run,
          ...omitUndefined({ other: otherRun }),
        },
      })
      return fields.map((field) => ({
        key: field.prompt_key,
        run: valueFromWire(field.run),
        otherRun: valueFromWire(field.other),
        changes: field.changes,
      }))
    },
  })
