import { getStatements } from '../concepts/find-in-sentences.ts'
import { getSlots } from '../concepts/find-slots.ts'
import { type MeaningToken, toMeaningTokens } from '../concepts/meaning-tokens.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { getTitleLines } from '../requested-role.ts'

/** The meaning of the labels, sentences and titles of a document. */
export type DocumentWords = {
  /** How many different labels have a word with the same meaning, by its key. */
  readonly labelCounts: ReadonlyMap<string, number>
  readonly labelCount: number
  /** The keys of all words of labels and sentences. */
  readonly keys: ReadonlySet<string>
  readonly titleTokens: readonly MeaningToken[]
}

const wordsByDocument = new WeakMap<PreparedDocument, DocumentWords>()

export function getDocumentWords(preparedDocument: PreparedDocument): DocumentWords {
  const cachedWords = wordsByDocument.get(preparedDocument)
  if (cachedWords) return cachedWords
  const labels = new Map(
    getSlots(preparedDocument).map(({ label, heading, labelTokens, headingTokens }) => [
      `${label.text}|${heading?.text ?? ''}`,
      new Set([...labelTokens, ...headingTokens].flatMap(({ keys }) => keys)),
    ]),
  )
  const labelCounts = new Map<string, number>()
  for (const keys of labels.values())
    for (const key of keys) labelCounts.set(key, (labelCounts.get(key) ?? 0) + 1)
  const statementKeys = getStatements(preparedDocument).flatMap(({ tokens }) =>
    tokens.flatMap(({ keys }) => keys),
  )
  const documentWords = {
    labelCounts,
    labelCount: labels.size,
    keys: new Set([...labelCounts.keys(), ...statementKeys]),
    titleTokens: getTitleLines(preparedDocument).flatMap((line) => toMeaningTokens(line)),
  }
  wordsByDocument.set(preparedDocument, documentWords)
  return documentWords
}
