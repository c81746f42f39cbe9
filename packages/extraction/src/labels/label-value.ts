import type { LabelRelation } from '@recto/provider-spec/explanation'
import type { Passage } from '../align/passage.ts'

export type LabelValue = {
  readonly label: Passage
  readonly value: Passage
  readonly relation: LabelRelation
}

export type KnownLabels = {
  /** Tells by the name of a phrase whether it is a label. */
  readonly has: (name: string) => boolean
  /** Whether any label has the word: a phrase with another one is none. */
  readonly hasWord: (word: string) => boolean
}
