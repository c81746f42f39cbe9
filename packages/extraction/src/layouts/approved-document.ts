import type { Box } from '@recto/document-text/model'
import type { FieldType, Json } from '@recto/provider-spec/answer'
import type { FramedDocument } from './match-layout.ts'

/** A document whose values a person has approved. */
export type ApprovedDocument = FramedDocument & {
  readonly values: ReadonlyMap<string, ApprovedValue>
}

type ApprovedValue = {
  readonly type: FieldType
  /** `null`: the document does not say. */
  readonly value: Json
  /** Where it stands, in points. */
  readonly boxes?: readonly Box[]
}

/** A document with what was approved of one field. */
export type FieldExample = {
  readonly document: ApprovedDocument
  readonly value: Json
  readonly boxes: readonly Box[]
}
