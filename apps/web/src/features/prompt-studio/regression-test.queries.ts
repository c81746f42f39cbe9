import * as api from '@recto/contract/tools/verifications'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { readAs, useChange } from '../../shared/api/requests.ts'

export type RegressionTestOutcome = api.VerifiedValueReply['outcome']

/**
 * A regression test: answers the project's expected values as the published version and as the next
 * export would.
 */
export type RegressionTest = {
  readonly id: string
  readonly state: api.VerificationReply['state']
  /** Null before the first export. */
  readonly version: number | null
  /** Whether it still tests what an export would publish. */
  readonly isCurrent: boolean
  readonly documents: number
  readonly documentsDone: number
  readonly outcomes: Readonly<Record<RegressionTestOutcome, number>>
  readonly error: string | null
}

const fromWire = (wire: api.VerificationReply): RegressionTest => ({
  id: wire.id,
  state: wire.state,
  version: wire.version,
  isCurrent: wire.is_current,
  documents: wire.documents,
  documentsDone: wire.documents_done,
  outcomes: wire.outcomes,
  error: wire.error,
})

export type RegressionTests = {
  /** Number of expected values that can be answered. */
  readonly expectedValueCount: number
  readonly contradictedCount: number
  /** Number of expected values whose document is no longer stored. */
  readonly unavailableCount: number
  /** The most recent test, if it is in progress or tests what an export would publish. */
  readonly latest: RegressionTest | undefined
}

export const isInProgress = ({ state }: RegressionTest) =>
  state === 'waiting' || state === 'running'

const POLL_MS = 1000

export const regressionTestList = (projectId: string) => ({
  ...readAs(api.listVerifications, { params: { tool_id: projectId } }, listFromWire),
  // Every change to a prompt, a profile or an expected value affects which test is current, so
  // nothing is cached.
  staleTime: 0,
  gcTime: 0,
  refetchInterval: ({ state: { data } }: PolledQuery) =>
    data?.latest && isInProgress(data.latest) ? POLL_MS : (false as const),
})

type PolledQuery = { readonly state: { readonly data: RegressionTests | undefined } }

function listFromWire(wire: EndpointReply<typeof api.listVerifications>): RegressionTests {
  const [newest] = wire.verifications.map(fromWire)
  const isRelevant = newest && (isInProgress(newest) || newest.isCurrent)
  return {
    expectedValueCount: wire.truths,
    contradictedCount: wire.contradicted,
    unavailableCount: wire.not_kept,
    latest: isRelevant && newest.state !== 'cancelled' ? newest : undefined,
  }
}

/** An expected value of one document, with the answers of both versions. */
export type RegressionTestValue = {
  readonly key: string
  readonly documentId: string | null
  readonly documentName: string
  readonly outcome: RegressionTestOutcome
  readonly expectedValue: string | null
  readonly publishedValue: string | null
  readonly currentValue: string | null
  readonly isRight: boolean | null
  readonly error: string | null
}

export type RegressionTestValueList = {
  readonly values: readonly RegressionTestValue[]
  readonly omittedCount: number
}

export const regressionTestValues = (projectId: string, id: string) =>
  readAs(
    api.getVerification,
    { params: { tool_id: projectId, verification_id: id } },
    (wire): RegressionTestValueList => ({
      omittedCount: wire.values_omitted,
      values: wire.values.map((value) => ({
        key: value.prompt_key,
        documentId: value.document_id,
        documentName: value.document_name,
        outcome: value.outcome,
        expectedValue: value.truth,
        publishedValue: value.before,
        currentValue: value.after,
        isRight: value.is_right,
        error: value.error,
      })),
    }),
  )

const invalidates = [api.listVerifications, api.getVerification]

export const useStartRegressionTest = () =>
  useChange(api.startVerification, {
    invalidates,
    toWire: ({ projectId }: { readonly projectId: string }) => ({ params: { tool_id: projectId } }),
  })

export const useCancelRegressionTest = () =>
  useChange(api.cancelVerification, {
    invalidates,
    toWire: ({ projectId, id }: { readonly projectId: string; readonly id: string }) => ({
      params: { tool_id: projectId, verification_id: id },
    }),
  })
