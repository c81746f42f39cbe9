import type { Evidence, EvidenceTree, Json } from '@recto/provider-spec/answer'
import { toEvidence } from '../align/passage.ts'
import { setSupport } from '../align/support.ts'
import type { Source } from './source-lines.ts'
import type { CellMatch } from './take-words.ts'

/**
 * The row's line and the column support a value as much as a label does, and the value occurs only
 * once in the row.
 */
const rowSupport = { nearness: 1, positionCount: 1 }

/** Returns the evidence of a cell: one position for each page that it spans. */
export function cellEvidence(source: Source, { words }: CellMatch, value: Json): EvidenceTree {
  const sortedLines = [...words].sort(([a], [b]) => a - b)
  const byPage = Map.groupBy(sortedLines, ([lineIndex]) => source.lines[lineIndex]?.page ?? 0)
  const evidence = [...byPage].map(([page, lines]): Evidence => {
    const wordIndices = lines.flatMap(([index, positions]) =>
      [...positions].sort((a, b) => a - b).map((word) => source.lines[index]?.words[word] ?? 0),
    )
    const printedText = wordIndices
      .map((word) => source.document.pages[page]?.words[word]?.text)
      .join(' ')
    const isAsWritten =
      typeof value === 'string' ? printedText.includes(value.trim()) : printedText === String(value)
    const match = isAsWritten ? 'exact' : 'normalised'
    return toEvidence(source.document, { page, words: wordIndices }, match)
  })
  if (evidence.length === 0) return null
  setSupport(evidence, rowSupport)
  return evidence
}
