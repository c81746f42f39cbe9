import type {
  EmbeddedData,
  EmbeddedPlace,
  EmbeddedProblem,
  EmbeddedValue,
} from '@recto/document-text/embedded'
import { calendarDay } from '../calendar-day.ts'

/** Elements that people ask for, by their application identifiers (GS1 General Specifications, 3). */
const elements: Readonly<Record<string, readonly [name: string, kind: 'text' | 'date']>> = {
  '00': ['SSCC', 'text'],
  '01': ['GTIN', 'text'],
  '02': ['ContentGTIN', 'text'],
  '10': ['BatchNumber', 'text'],
  '11': ['ProductionDate', 'date'],
  '13': ['PackagingDate', 'date'],
  '15': ['BestBeforeDate', 'date'],
  '17': ['ExpiryDate', 'date'],
  '21': ['SerialNumber', 'text'],
  '37': ['Count', 'text'],
  '400': ['OrderNumber', 'text'],
  '401': ['ConsignmentNumber', 'text'],
  '410': ['ShipToGLN', 'text'],
  '414': ['GLN', 'text'],
}
const withCheckDigit = new Set(['00', '01', '02', '410', '414'])

/** The elements of a GS1 code, written as `(01)09501101530003(17)250102`. */
export function readGs1(text: string, place: EmbeddedPlace): EmbeddedData {
  const values: EmbeddedValue[] = []
  const problems: EmbeddedProblem[] = []
  for (const part of text.split('(').slice(1)) {
    const [identifier = '', content = ''] = part.split(')')
    const [name, kind] = elements[identifier] ?? [`AI${identifier.slice(0, 4)}`, 'text']
    const term = `gs1:${identifier.slice(0, 4)}`
    const common = { source: 'gs1', place } as const
    const value = kind === 'date' ? dayOf(content) : content.slice(0, 90)
    if (!value || (withCheckDigit.has(identifier) && !hasCheckDigit(value)))
      problems.push({
        ...common,
        text: `“${content.slice(0, 30)}” is not a valid ${name}.`,
        terms: [term],
      })
    else values.push({ ...common, name, term, kind, value })
  }
  return { values, problems }
}

/** `YYMMDD`; a day of 00 is the last one of the month. */
function dayOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (year === '') return undefined
  const last = new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate()
  return calendarDay(2000 + Number(year), Number(month), day === '00' ? last : Number(day))
}

/** Digits with the weights 3 and 1 from the right, the last one to the next ten. */
function hasCheckDigit(digits: string): boolean {
  if (!/^\d{8,18}$/.test(digits)) return false
  const sum = [...digits]
    .toReversed()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}
