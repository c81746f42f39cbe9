import type { ListReport } from '@recto/provider-spec/answer'

type Counted = Omit<ListReport, 'warnings'> & {
  /** Number of lines that look like rows in a list without rows. */
  readonly suspected: number
  /** Number of pages that were read, when the document has more. */
  readonly shortened: number | undefined
  readonly unread: readonly string[]
  /** Number of rows that are followed by unread lines that look like their text. */
  readonly halfRead: number
}

/** Returns warnings for people about an incomplete list. */
export function warningsOf(counted: Counted): readonly string[] {
  const { missing, missingCount, unsupported, renumbered, totals, suspected, shortened } = counted
  return [
    ...(missingCount > 0
      ? [
          `${linesOf(missingCount)} of the document look like rows of the list, and no row was read from them: ${examples(missing)}`,
        ]
      : []),
    ...(suspected > 0
      ? [
          `The model found no rows, though ${linesOf(suspected)} of the document look like rows of a table.`,
        ]
      : []),
    ...counted.unread,
    ...(unsupported > 0 ? [`${unsupported} of the rows were not found in the document.`] : []),
    ...(counted.halfRead > 0
      ? [`${counted.halfRead} of the rows may go on in lines that were not read.`]
      : []),
    ...(renumbered > 0
      ? [
          `${renumbered} numbers that the model had counted itself were put as the document has them.`,
        ]
      : []),
    ...totals
      .filter(({ agrees }) => !agrees)
      .map(
        ({ column, sum, stated }) =>
          `The rows of “${column}” add up to ${sum}; the document states ${stated.join(', ')}.`,
      ),
    ...(shortened === undefined ? [] : [`Only the first ${shortened} pages were read.`]),
  ]
}

const linesOf = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

const maxExamples = 5

function examples(missing: ListReport['missing']): string {
  const named = missing
    .slice(0, maxExamples)
    .map(({ page, text }) => `page ${page + 1} “${text.slice(0, 80)}”`)
  return `${named.join('; ')}${missing.length > maxExamples ? '; …' : '.'}`
}
