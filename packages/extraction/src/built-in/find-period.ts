import { type Passage, slicePassage } from '../align/passage.ts'
import { fieldNamed } from '../labels/business-fields.ts'
import { type FoundRange, findRanges } from '../values/find-ranges.ts'
import { toldBy } from './explained.ts'
import { labelledFindings } from './labelled-findings.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

type Period = Readonly<Partial<Record<'period' | 'period-start' | 'period-end', Finding>>>
type Placed = FoundRange & { readonly cell: Passage }

/** The first and the last day that a document is about: of the period that a label names, or of its only range of days. */
export function findPeriod(prepared: PreparedDocument): Period {
  const named = prepared.pairs
    .filter(({ fields, known }) => (fields.get('period') ?? 0) >= Math.max(0.7, known - 0.01))
    .flatMap(({ value }) => rangesIn(prepared, value))
  const all =
    named.length > 0
      ? named
      : prepared.rows.flatMap(({ cells }) => cells).flatMap((cell) => rangesIn(prepared, cell))
  const range = theOnly(all)
  if (range) return ofRange(prepared, range)
  return all.length > 0
    ? {}
    : { ...labelled(prepared, 'period-start'), ...labelled(prepared, 'period-end') }
}

const rangesIn = ({ dateOrder }: PreparedDocument, cell: Passage): readonly Placed[] =>
  findRanges(cell.text, dateOrder).map((range) => ({ ...range, cell }))

function theOnly(ranges: readonly Placed[]): Placed | undefined {
  const days = new Set(ranges.map(({ first, last }) => `${first.iso} ${last.iso}`))
  return days.size === 1 ? ranges[0] : undefined
}

function ofRange({ document }: PreparedDocument, { cell, first, last }: Placed): Period {
  const day = ({ start, end, iso }: FoundRange['first']) => {
    const part = slicePassage(document, cell, start, end)
    return part && toldBy(finding(part, iso, iso), ofPeriod)
  }
  const whole = slicePassage(document, cell, first.start, last.end)
  const found = {
    'period-start': day(first),
    'period-end': day(last),
    period: whole && toldBy(finding(whole, whole.text, whole.text), ofPeriod),
  }
  return Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined))
}

const ofPeriod = { kind: 'only', what: 'range of days' } as const

function labelled(prepared: PreparedDocument, name: 'period-start' | 'period-end'): Period {
  const question = { key: name, prompt: name, type: 'date' as const }
  const [best] = labelledFindings(prepared, { question, words: [], field: fieldNamed(name) })
  return best && best.score >= leastScore ? { [name]: best } : {}
}

const leastScore = 0.75
