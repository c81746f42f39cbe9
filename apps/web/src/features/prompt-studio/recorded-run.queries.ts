import * as api from '@recto/contract/recorded-runs'
import { queryOptions } from '@tanstack/react-query'
import { readAs, send } from '../../shared/api/ask.ts'
import { sentFromWire } from '../../shared/sent/sent-text.ts'

/** Something that was run of a document under a profile, and can be answered again. */
export type EarlierRun = { readonly id: string; readonly at: string; readonly values: number }

type Of = { readonly projectId: string; readonly documentId: string; readonly profileId: string }

/** Newest first, and asked for anew whenever it is looked at. */
export const recordedRuns = ({ projectId, documentId, profileId }: Of) => ({
  ...readAs(
    api.listRecordedRuns,
    {
      params: { tool_id: projectId },
      query: { document_id: documentId, profile_id: profileId },
    },
    ({ runs }): readonly EarlierRun[] =>
      runs.map(({ id, created_at: at, values }) => ({ id, at, values })),
  ),
  gcTime: 0,
})

/** What a run has sent to adapters that are outside. */
export const sentInRun = ({ projectId, documentId, profileId }: Of, run: string) => ({
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

/** A value as it was answered again. */
export type ReplayedValue = {
  readonly value: unknown
  readonly confidence: number | null
  readonly model: string | null
  readonly dollars: number | null
  readonly error: string | null
  /** Whether it is what the run had; null where that is not known. */
  readonly isSame: boolean | null
}

export type ComparedValue = {
  readonly key: string
  readonly run: ReplayedValue | undefined
  readonly other: ReplayedValue | undefined
  readonly changes: readonly string[]
}

const valueFromWire = (wire: api.Replayed | null): ReplayedValue | undefined =>
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

/** One run answered again, or two side by side; what is kept of them does not change. */
export const replayed = ({ projectId, documentId, profileId }: Of, run: string, other?: string) =>
  queryOptions({
    queryKey: ['replayed', projectId, documentId, profileId, run, other],
    gcTime: 0,
    async queryFn(): Promise<readonly ComparedValue[]> {
      const { fields } = await send(api.replayRuns, {
        params: { tool_id: projectId },
        body: {
          document_id: documentId,
          profile_id: profileId,
          run,
          ...(other !== undefined && { other }),
        },
      })
      return fields.map((field) => ({
        key: field.prompt_key,
        run: valueFromWire(field.run),
        other: valueFromWire(field.other),
        changes: field.changes,
      }))
    },
  })
