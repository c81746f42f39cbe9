import type { Passage } from '../../align/passage.ts'

export type Option = {
  readonly isTicked: boolean
  /** The words beside the box. */
  readonly label: Passage
  /** The box and the label. */
  readonly passage: Passage
}

/** Options that answer one question. */
export type OptionGroup = {
  /** The words before the options, or above them; nothing for a single box without a question. */
  readonly heading: Passage | undefined
  readonly options: readonly Option[]
  readonly page: number
  /** The words of the boxes and their labels. */
  readonly words: readonly number[]
}

export const toOptionGroup = (
  page: number,
  heading: Passage | undefined,
  options: readonly Option[],
): OptionGroup => ({
  heading,
  options,
  page,
  words: options.flatMap(({ passage }) => passage.words),
})
