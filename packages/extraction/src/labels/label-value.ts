import type { Passage } from '../align/passage.ts'

/** Where a value stands as seen from its label; `row-end` is the last of several numbers to its right. */
export type LabelRelation = 'after-colon' | 'inline' | 'right' | 'row-end' | 'below' | 'in-sentence'

export type LabelValue = {
  readonly label: Passage
  readonly value: Passage
  readonly relation: LabelRelation
}
