import type { Box } from '@recto/document-text/model'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import type { MappedDocument } from './match-layout.ts'

/** A document whose values a person has approved. */
export type ApprovedDocument = MappedDocument & {
  readonly values: ReadonlyMap<string, ApprovedValue>
}

type ApprovedValue = {
  readonly type: FieldType
  /** `null` when the document does not state the value. */
  readonly value: Json
  /** Positions of the value, in points. */
  readonly boxes?: readonly Box[]
}

/** Document with the approved value of one field. */
export type FieldExample = {
  readonly document: ApprovedDocument
  readonly value: Json
  readonly boxes: readonly Box[]
}
