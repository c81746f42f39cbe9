import { type FaultKind, type FaultsReply, listFaults } from '@recto/contract/prompt-studio/truths'
import { readAs } from '../../shared/api/requests.ts'

export type FaultName = FaultKind

/** How many answers are right, with the ends of the 95 % interval of that share. */
export type Accuracy = {
  readonly profileId: string
  readonly checked: number
  readonly right: number
  readonly low: number
  readonly high: number
}

export type FieldAccuracy = Accuracy & {
  readonly promptId: string
  readonly faults: readonly { readonly fault: FaultName; readonly count: number }[]
}
export type DocumentAccuracy = Accuracy & { readonly documentId: string }

export type FailingAnswer = {
  readonly promptId: string
  readonly documentId: string
  readonly profileId: string
  readonly fault: FaultName
  readonly expectedValue: string | null
  readonly answer: string | null
}

export type ProjectFaults = {
  readonly contradictedCount: number
  readonly fields: readonly FieldAccuracy[]
  readonly documents: readonly DocumentAccuracy[]
  readonly failures: readonly FailingAnswer[]
  readonly omittedCount: number
}

/** Reads where the answers of a project differ from the expected values. */
export const projectFaults = (projectId: string) => ({
  ...readAs(listFaults, { params: { tool_id: projectId } }, fromWire),
  // Every run and every expected value changes it.
  staleTime: 0,
})

const fromWire = (wire: FaultsReply): ProjectFaults => ({
  contradictedCount: wire.contradicted,
  omittedCount: wire.failures_omitted,
  fields: wire.fields.map((field) => ({
    ...accuracyFromWire(field),
    promptId: field.prompt_id,
    faults: field.faults,
  })),
  documents: wire.documents.map((document) => ({
    ...accuracyFromWire(document),
    documentId: document.document_id,
  })),
  failures: wire.failures.map((failure) => ({
    promptId: failure.prompt_id,
    documentId: failure.document_id,
    profileId: failure.profile_id,
    fault: failure.fault,
    expectedValue: failure.truth,
    answer: failure.answer,
  })),
})

const accuracyFromWire = ({
  profile_id: profileId,
  checked,
  right,
  low,
  high,
}: WireAccuracy): Accuracy => ({
  profileId,
  checked,
  right,
  low,
  high,
})

type WireAccuracy = FaultsReply['documents'][number] | FaultsReply['fields'][number]
