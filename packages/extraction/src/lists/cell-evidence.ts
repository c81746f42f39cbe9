import type { Evidence, EvidenceTree, Json } from '@recto/provider-spec/answer'
import { evidenceOf } from '../align/passage.ts'
import { keepSupport } from '../align/support.ts'
import type { Source } from './source-lines.ts'
import type { FoundCell } from './take-words.ts'

/**
 * The row's line and the column support a value as much as a label does, and the value occurs only
 * once in the row.
 */
const besideItsRow = { nearness: 1, places: 1 }

/** Returns the evidence of a cell: one position for each page that it spans. */
export function cellEvidence(source: Source, { words }: FoundCell, value: Json): EvidenceTree {
  const places = [...words].sort(([a], [b]) => a - b)
  const byPage = Map.groupBy(places, ([at]) => source.lines[at]?.page ?? 0)
  const evidence = [...byPage].map(([page, lines]): Evidence => {
    const found = lines.flatMap(([index, positions]) =>
      [...positions].sort((a, b) => a - b).map((word) => source.lines[index]?.words[word] ?? 0),
    )
    const written = found.map((word) => source.document.pages[page]?.words[word]?.text).join(' ')
    const isAsWritten =
      typeof value === 'string' ? written.includes(value.trim()) : written === String(value)
    const match = isAsWritten ? 'exact' : 'normalised'
    return evidenceOf(source.document, { page, words: found }, match)
  })
  if (evidence.length === 0) return null
  keepSupport(evidence, besideItsRow)
  return evidence
}
