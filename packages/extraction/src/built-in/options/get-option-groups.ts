import type { Passage } from '../../align/passage.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { findMarkedOptions } from './marked-options.ts'
import type { OptionGroup } from './option-group.ts'
import { findPrintedOptions } from './printed-options.ts'

type OptionSource = Pick<PreparedDocument, 'document' | 'rows'>

const groupsByDocument = new WeakMap<OptionSource['document'], readonly OptionGroup[]>()

/**
 * The groups of options of a form, found once for all questions: those of the boxes that the reader
 * has marked, and those that only signs of the text show.
 */
export function getOptionGroups(source: OptionSource): readonly OptionGroup[] {
  const cachedGroups = groupsByDocument.get(source.document)
  if (cachedGroups) return cachedGroups
  const markedGroups = findMarkedOptions(source.document)
  const markedWords = new Set(
    markedGroups.flatMap(({ page, words }) => words.map((word) => `${page}:${word}`)),
  )
  const printedGroups = findPrintedOptions(source).filter(
    ({ page, words }) => !words.some((word) => markedWords.has(`${page}:${word}`)),
  )
  const groups = [...markedGroups, ...printedGroups]
  groupsByDocument.set(source.document, groups)
  return groups
}

/** An option beside others is no answer by itself, whether it is ticked or not. */
export function isOption(source: OptionSource, { page, words }: Passage): boolean {
  const [first] = words
  return getOptionGroups(source).some(
    (group) =>
      group.options.length > 1 &&
      group.page === page &&
      first !== undefined &&
      group.words.includes(first),
  )
}
