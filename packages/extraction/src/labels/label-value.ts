import type { LabelRelation } from '@recto/provider-spec/explanation'
import type { Passage } from '../align/passage.ts'

export type LabelValue = {
  readonly label: Passage
  readonly value: Passage
  readonly relation: LabelRelation
}

export type KnownLabels = {
  /** Whether a phrase is a label, by its key (see `toPhraseKey`). */
  readonly has: (name: string) => boolean
  /** Whether any label contains the word. A phrase with an unknown word is not a label. */
  readonly hasWord: (word: string) => boolean
}
