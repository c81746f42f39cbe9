import type { LabelRelation } from '@recto/provider-spec/explanation'
import type { Passage } from '../align/passage.ts'

export type LabelValue = {
  readonly label: Passage
  readonly value: Passage
  readonly relation: LabelRelation
}
