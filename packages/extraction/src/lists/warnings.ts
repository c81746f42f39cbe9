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
    ...describeUnreadLines(missingRows, missingCount),
    ...(suspectedCount > 0
      ? [
          `The model found no rows, although ${pickByCount(suspectedCount, '1 line of the document looks like a row', `${suspectedCount} lines of the document look like rows`)} of a table.`,
        ]
      : []),
    ...counts.unread,
    ...(unsupportedCount > 0
      ? [
          `${unsupportedCount} of the rows ${pickByCount(unsupportedCount, 'was', 'were')} not found in the document.`,
        ]
      : []),
    ...(counts.partlyReadCount > 0
      ? [`${counts.partlyReadCount} of the rows may continue in lines that were not read.`]
      : []),
    ...(renumberedCount > 0
      ? [
          `${pickByCount(renumberedCount, '1 number that the model had counted itself was', `${renumberedCount} numbers that the model had counted itself were`)} replaced by what the document says.`,
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

/** Names the requested columns that the document does not have. */
export function describeMissingColumns(names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const list = names.map((name) => `“${name}”`).join(', ')
  return [
    `The document has no ${pickByCount(names.length, 'column', 'columns')} ${list}; the rows are empty there.`,
  ]
}

/** Reports lines that look like rows of the list and were not read. */
export const describeUnreadLines = (
  missingRows: ListReport['missing'],
  count = missingRows.length,
): readonly string[] =>
  count === 0
    ? []
    : [
        `${pickByCount(count, '1 line of the document looks like a row of the list, but was', `${count} lines of the document look like rows of the list, but were`)} not extracted: ${describeExamples(missingRows)}`,
      ]

const pickByCount = (count: number, one: string, several: string) => (count === 1 ? one : several)

const maxExamples = 5

function describeExamples(missingRows: ListReport['missing']): string {
  const descriptions = missingRows
    .slice(0, maxExamples)
    .map(({ page, text }) => `page ${page + 1} “${text.slice(0, 80)}”`)
  return `${descriptions.join('; ')}${missingRows.length > maxExamples ? '; …' : '.'}`
}
