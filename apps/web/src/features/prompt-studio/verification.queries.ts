import * as api from '@recto/contract/tools/verifications'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { readAs, useChange } from '../../shared/api/requests.ts'

export type VerificationOutcome = api.VerifiedValueReply['outcome']

/**
 * A regression test: answers the project's expected values as the published version and as the next
 * export would.
 */
export type Verification = {
  readonly id: string
  readonly state: api.VerificationReply['state']
  /** Null before the first export. */
  readonly version: number | null
  /** Whether it still tests what an export would publish. */
  readonly isCurrent: boolean
  readonly documents: number
  readonly documentsDone: number
  readonly outcomes: Readonly<Record<VerificationOutcome, number>>
  readonly error: string | null
}

const fromWire = (wire: api.VerificationReply): Verification => ({
  id: wire.id,
  state: wire.state,
  version: wire.version,
  isCurrent: wire.is_current,
  documents: wire.documents,
  documentsDone: wire.documents_done,
  outcomes: wire.outcomes,
  error: wire.error,
})

export type Verifications = {
  /** Number of expected values that can be answered. */
  readonly expectedValueCount: number
  readonly contradictedCount: number
  readonly undeletedCount: number
  /** The most recent test, if it is in progress or tests what an export would publish. */
  readonly latest: Verification | undefined
}

export const isInProgress = ({ state }: Verification) => state === 'waiting' || state === 'running'

const POLL_MS = 1000

export const verificationList = (projectId: string) => ({
  ...readAs(api.listVerifications, { params: { tool_id: projectId } }, listFromWire),
  // Every change to a prompt, a profile or an expected value affects which test is current, so
  // nothing is cached.
  staleTime: 0,
  gcTime: 0,
  refetchInterval: ({ state: { data } }: PolledQuery) =>
    data?.latest && isInProgress(data.latest) ? POLL_MS : (false as const),
})

type PolledQuery = { readonly state: { readonly data: Verifications | undefined } }

function listFromWire(wire: EndpointReply<typeof api.listVerifications>): Verifications {
  const [newest] = wire.verifications.map(fromWire)
  const counts = newest && (isInProgress(newest) || newest.isCurrent)
  return {
    expectedValueCount: wire.truths,
    contradictedCount: wire.contradicted,
    undeletedCount: wire.not_kept,
    latest: counts && newest.state !== 'cancelled' ? newest : undefined,
  }
}

/** An expected value of one document, with the answers of both versions. */
export type VerifiedValue = {
  readonly key: string
  readonly documentId: string | null
  readonly documentName: string
  readonly outcome: VerificationOutcome
  readonly expectedValue: string | null
  readonly publishedValue: string | null
  readonly currentValue: string | null
  readonly isRight: boolean | null
  readonly error: string | null
}

export type VerifiedValues = {
  readonly values: readonly VerifiedValue[]
  readonly omittedCount: number
}

export const verifiedValues = (projectId: string, id: string) =>
  readAs(
    api.getVerification,
    { params: { tool_id: projectId, verification_id: id } },
    (wire): VerifiedValues => ({
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

export const useVerify = () =>
  useChange(api.startVerification, {
    invalidates,
    toWire: ({ projectId }: { readonly projectId: string }) => ({ params: { tool_id: projectId } }),
  })

export const useCancelVerification = () =>
  useChange(api.cancelVerification, {
    invalidates,
    toWire: ({ projectId, id }: { readonly projectId: string; readonly id: string }) => ({
      params: { tool_id: projectId, verification_id: id },
    }),
  })
