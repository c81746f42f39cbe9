import { type Passage, slicePassage } from '../align/passage.ts'
import { getBusinessField } from '../labels/business-fields.ts'
import { type FoundDateRange, findDateRanges } from '../values/find-date-ranges.ts'
import { addReasons } from './explanations.ts'
import { findLabeledValues } from './find-labeled-values.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

type Period = Readonly<Partial<Record<'period' | 'period-start' | 'period-end', Finding>>>
type LocatedRange = FoundDateRange & { readonly cell: Passage }

/** Finds the period of a document: the one that a label names, or the only date range. */
export function findPeriod(preparedDocument: PreparedDocument): Period {
  const labeledRanges = preparedDocument.pairs
    .filter(
      ({ fieldScores, bestFieldScore }) =>
        (fieldScores.get('period') ?? 0) >= Math.max(0.7, bestFieldScore - 0.01),
    )
    .flatMap(({ value }) => locateRanges(preparedDocument, value))
  const ranges =
    labeledRanges.length > 0
      ? labeledRanges
      : preparedDocument.rows
          .flatMap(({ cells }) => cells)
          .flatMap((cell) => locateRanges(preparedDocument, cell))
  const range = getOnlyRange(ranges)
  if (range) return toPeriod(preparedDocument, range)
  return ranges.length > 0
    ? {}
    : {
        ...findLabeledDay(preparedDocument, 'period-start'),
        ...findLabeledDay(preparedDocument, 'period-end'),
      }
}

const locateRanges = ({ dateOrder }: PreparedDocument, cell: Passage): readonly LocatedRange[] =>
  findDateRanges(cell.text, dateOrder).map((range) => ({ ...range, cell }))

function getOnlyRange(ranges: readonly LocatedRange[]): LocatedRange | undefined {
  const days = new Set(ranges.map(({ first, last }) => `${first.iso} ${last.iso}`))
  return days.size === 1 ? ranges[0] : undefined
}

const onlyRangeReason = { kind: 'only', what: 'date range' } as const

function toPeriod({ document }: PreparedDocument, { cell, first, last }: LocatedRange): Period {
  const day = ({ start, end, iso }: FoundDateRange['first']) => {
    const part = slicePassage(document, cell, start, end)
    return part && addReasons(toFinding(part, iso, iso), onlyRangeReason)
  }
  const whole = slicePassage(document, cell, first.start, last.end)
  const findings = {
    'period-start': day(first),
    'period-end': day(last),
    period: whole && addReasons(toFinding(whole, whole.text, whole.text), onlyRangeReason),
  }
  return Object.fromEntries(Object.entries(findings).filter(([, one]) => one !== undefined))
}

const minScore = 0.75

function findLabeledDay(
  preparedDocument: PreparedDocument,
  name: 'period-start' | 'period-end',
): Period {
  const question = { key: name, prompt: name, type: 'date' as const }
  const [best] = findLabeledValues(preparedDocument, {
    question,
    phrases: [],
    uncoveredWords: [],
    field: getBusinessField(name),
  })
  return best && best.score >= minScore ? { [name]: best } : {}
}
