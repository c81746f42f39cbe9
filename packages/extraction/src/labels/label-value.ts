import type { LabelRelation } from '@recto/provider-spec/explanation'
import type { Passage } from '../align/passage.ts'

export type LabelValue = {
  readonly label: Passage
  readonly value: Passage
  readonly relation: LabelRelation
}

/** Tells by the name of a phrase whether it is a label. */
export type KnownLabels = Pick<ReadonlySet<string>, 'has'>
