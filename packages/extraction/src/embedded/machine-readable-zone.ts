import type { EmbeddedData, EmbeddedPlace, EmbeddedValue } from '@recto/document-text/embedded'
import type { Box, DocumentText, Page } from '@recto/document-text/model'
import { union } from '../align/boxes.ts'

/** Position of a field: line, start, end, and the offset of its check digit on the line. */
type FieldPosition = readonly [line: number, start: number, end: number, check?: number]

type ZoneLayout = {
  readonly lines: number
  readonly length: number
  readonly fields: Readonly<Record<string, FieldPosition>>
  /** Parts that the composite check digit covers, and its position. */
  readonly whole: {
    readonly parts: readonly FieldPosition[]
    readonly checkPosition: readonly [number, number]
  }
}

/** Layouts by ICAO Doc 9303, parts 4 to 6: passports, larger and smaller cards. */
const zoneLayouts: readonly ZoneLayout[] = [
  {
    lines: 2,
    length: 44,
    fields: {
      'document-type': [0, 0, 2],
      'issuing-state': [0, 2, 5],
      names: [0, 5, 44],
      'document-number': [1, 0, 9, 9],
      nationality: [1, 10, 13],
      'date-of-birth': [1, 13, 19, 19],
      sex: [1, 20, 21],
      'expiry-date': [1, 21, 27, 27],
      'personal-number': [1, 28, 42, 42],
    },
    whole: {
      parts: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ],
      checkPosition: [1, 43],
    },
  },
  {
    lines: 2,
    length: 36,
    fields: {
      'document-type': [0, 0, 2],
      'issuing-state': [0, 2, 5],
      names: [0, 5, 36],
      'document-number': [1, 0, 9, 9],
      nationality: [1, 10, 13],
      'date-of-birth': [1, 13, 19, 19],
      sex: [1, 20, 21],
      'expiry-date': [1, 21, 27, 27],
    },
    whole: {
      parts: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ],
      checkPosition: [1, 35],
    },
  },
  {
    lines: 3,
    length: 30,
    fields: {
      'document-type': [0, 0, 2],
      'issuing-state': [0, 2, 5],
      'document-number': [0, 5, 14, 14],
      'date-of-birth': [1, 0, 6, 6],
      sex: [1, 7, 8],
      'expiry-date': [1, 8, 14, 14],
      nationality: [1, 15, 18],
      names: [2, 0, 30],
    },
    whole: {
      parts: [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ],
      checkPosition: [1, 29],
    },
  },
]

/** Reads the machine-readable zones in a text; wrong check digits are reported as problems. */
export function readMachineReadableZones(document: DocumentText): EmbeddedData {
  const parts = document.pages.flatMap((page) => findZones(page).map(readZone))
  return {
    values: parts.flatMap(({ values }) => values),
    problems: parts.flatMap(({ problems }) => problems),
  }
}

type ZoneLine = { readonly text: string; readonly box: Box }
type Zone = {
  readonly layout: ZoneLayout
  readonly lines: readonly string[]
  readonly place: EmbeddedPlace
}

function findZones(page: Page): readonly Zone[] {
  const lines = page.lines.map(({ start, end, box }): ZoneLine => {
    const words = page.words.slice(start, end)
    return {
      text: words
        .map(({ text }) => text)
        .join('')
        .replaceAll('«', '<<'),
      box,
    }
  })
  return lines
    .map(({ text }, index) => {
      if (!/^[ACIPV][A-Z<][A-Z<]{3}[A-Z0-9<]+$/.test(text)) return undefined
      const layout = zoneLayouts.find(({ length, lines: count }) => {
        const all = lines.slice(index, index + count)
        return all.length === count && all.every((line) => isZoneLine(line.text, length))
      })
      if (!layout) return undefined
      const zoneLines = lines.slice(index, index + layout.lines)
      const place = { page: page.number, box: union(zoneLines.map(({ box }) => box)) }
      return { layout, lines: zoneLines.map((line) => line.text), place }
    })
    .filter((value) => value !== undefined)
}

const isZoneLine = (text: string, length: number) =>
  text.length === length && /^[A-Z0-9<]+$/.test(text)

function readZone(zone: Zone): EmbeddedData {
  const { place } = zone
  const values = readFields(zone).map(({ name, kind, value }): EmbeddedValue => {
    return { source: 'mrz', name, term: `mrz:${name}`, kind, value, place }
  })
  const wrongNames = findWrongFields(zone)
  const doubtfulNames =
    wrongNames.length > 0 || hasValidCompositeDigit(zone)
      ? wrongNames
      : values.map(({ name }) => name)
  const terms = doubtfulNames.map((name) => `mrz:${name}`)
  const text = 'A check digit of the machine-readable zone is wrong.'
  return { values, problems: terms.length > 0 ? [{ source: 'mrz', place, text, terms }] : [] }
}

const sliceField = ({ lines }: Zone, [line, start, end]: FieldPosition) =>
  (lines[line] ?? '').slice(start, end)

type ZoneField = Pick<EmbeddedValue, 'name' | 'kind' | 'value'>

function readFields(zone: Zone): readonly ZoneField[] {
  const { fields } = zone.layout
  const fieldTexts = Object.entries(fields).map(
    ([name, field]) => [name, sliceField(zone, field)] as const,
  )
  const expiry = fieldTexts.find(([name]) => name === 'expiry-date')?.[1] ?? ''
  const zoneFields = fieldTexts.flatMap(([name, text]): readonly ZoneField[] => {
    if (name === 'names') return readNames(text)
    if (name === 'date-of-birth') return [{ name, kind: 'date', value: toIsoDay(text, expiry) }]
    if (name === 'expiry-date') return [{ name, kind: 'date', value: toIsoDay(text, '991231') }]
    return [{ name, kind: 'text', value: removeFillers(text) }]
  })
  return zoneFields.filter(({ value }) => value !== '')
}

function readNames(text: string): readonly ZoneField[] {
  const [surname = '', givenNames = ''] = text.split('<<')
  return [
    { name: 'surname', kind: 'text', value: removeFillers(surname) },
    { name: 'given-names', kind: 'text', value: removeFillers(givenNames) },
  ]
}

/** Returns the fields whose check digit is wrong. */
const findWrongFields = (zone: Zone): readonly string[] =>
  Object.entries(zone.layout.fields)
    .map(([name, field]) => {
      const [line, , , checkIndex] = field
      const isWrong =
        checkIndex !== undefined &&
        !hasValidCheckDigit(sliceField(zone, field), charAt(zone, line, checkIndex))
      return isWrong ? name : undefined
    })
    .filter((value) => value !== undefined)

const charAt = ({ lines }: Zone, line: number, index: number) => lines[line]?.charAt(index) ?? ''

/** Checks the composite digit, which the zone of a visa does not have. */
function hasValidCompositeDigit(zone: Zone): boolean {
  const { parts, checkPosition } = zone.layout.whole
  if (zone.lines[0]?.startsWith('V')) return true
  return hasValidCheckDigit(
    parts.map((part) => sliceField(zone, part)).join(''),
    charAt(zone, ...checkPosition),
  )
}

const removeFillers = (text: string) => text.replace(/<+/g, ' ').trim()

const weights = [7, 3, 1]

/**
 * Verifies a check digit: digits have their value, letters count from A = 10, fillers are zero;
 * modulo 10.
 */
function hasValidCheckDigit(text: string, digit: string): boolean {
  const sum = [...text].reduce((all, sign, index) => {
    const value = sign === '<' ? 0 : Number.parseInt(sign, 36)
    return all + value * (weights[index % 3] ?? 0)
  }, 0)
  // An empty part may have a filler as its check digit.
  return digit === String(sum % 10) || (digit === '<' && sum === 0)
}

/**
 * Converts `YYMMDD` to a date in the latest century in which it is not after `latest`; empty when
 * it is not a date.
 */
function toIsoDay(text: string, latest: string): string {
  if (!/^\d{6}$/.test(text)) return ''
  const century = text <= latest ? '20' : '19'
  const day = `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : ''
}
