import type { ListReport } from '@recto/provider-spec/answer'

type ListCounts = Omit<ListReport, 'warnings'> & {
  /** Number of lines that look like rows in a list without rows. */
  readonly suspectedCount: number
  /** Number of pages that were read, when the document has more. */
  readonly readPageCount: number | undefined
  readonly unread: readonly string[]
  /** Number of rows that are followed by unread lines that look like their text. */
  readonly partlyReadCount: number
}

/** Returns warnings for people about an incomplete list. */
export function describeWarnings(counts: ListCounts): readonly string[] {
  const {
    missing: missingRows,
    missingCount,
    unsupported: unsupportedCount,
    renumbered: renumberedCount,
    totals,
    suspectedCount,
    readPageCount,
  } = counts
  return [
    ...(missingCount > 0
      ? [
          `${formatLineCount(missingCount)} of the document look like rows of the list, and no row was read from them: ${describeExamples(missingRows)}`,
        ]
      : []),
    ...(suspectedCount > 0
      ? [
          `The model found no rows, though ${formatLineCount(suspectedCount)} of the document look like rows of a table.`,
        ]
      : []),
    ...counts.unread,
    ...(unsupportedCount > 0
      ? [`${unsupportedCount} of the rows were not found in the document.`]
      : []),
    ...(counts.partlyReadCount > 0
      ? [`${counts.partlyReadCount} of the rows may go on in lines that were not read.`]
      : []),
    ...(renumberedCount > 0
      ? [
          `${renumberedCount} numbers that the model had counted itself were put as the document has them.`,
        ]
      : []),
    ...totals
      .filter(({ agrees }) => !agrees)
      .map(
        ({ column, sum, stated: statedTotals }) =>
          `The rows of “${column}” add up to ${sum}; the document states ${statedTotals.join(', ')}.`,
      ),
    ...(readPageCount === undefined ? [] : [`Only the first ${readPageCount} pages were read.`]),
  ]
}

const formatLineCount = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

const maxExamples = 5

function describeExamples(missingRows: ListReport['missing']): string {
  const descriptions = missingRows
    .slice(0, maxExamples)
    .map(({ page, text }) => `page ${page + 1} “${text.slice(0, 80)}”`)
  return `${descriptions.join('; ')}${missingRows.length > maxExamples ? '; …' : '.'}`
}
