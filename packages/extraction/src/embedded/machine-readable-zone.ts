import type { EmbeddedData, EmbeddedPlace, EmbeddedValue } from '@recto/document-text/embedded'
import type { Box, DocumentText, Page } from '@recto/document-text/model'
import { union } from '../align/boxes.ts'

/** Position of a field: line, start, end, and the offset of its check digit on the line. */
type Field = readonly [line: number, start: number, end: number, check?: number]

type Layout = {
  readonly lines: number
  readonly length: number
  readonly fields: Readonly<Record<string, Field>>
  /** Parts that the composite check digit covers, and its position. */
  readonly whole: { readonly parts: readonly Field[]; readonly at: readonly [number, number] }
}

/** Layouts by ICAO Doc 9303, parts 4 to 6: passports, larger and smaller cards. */
const layouts: readonly Layout[] = [
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
      at: [1, 43],
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
      at: [1, 35],
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
      at: [1, 29],
    },
  },
]

/** Reads the machine-readable zones in a text; wrong check digits are reported as problems. */
export function machineReadableZones(document: DocumentText): EmbeddedData {
  const parts = document.pages.flatMap((page) => zonesOn(page).map(readZone))
  return {
    values: parts.flatMap(({ values }) => values),
    problems: parts.flatMap(({ problems }) => problems),
  }
}

type ZoneLine = { readonly text: string; readonly box: Box }
type Zone = {
  readonly layout: Layout
  readonly lines: readonly string[]
  readonly place: EmbeddedPlace
}

function zonesOn(page: Page): readonly Zone[] {
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
      const layout = layouts.find(({ length, lines: count }) => {
        const all = lines.slice(index, index + count)
        return all.length === count && all.every((line) => isOfZone(line.text, length))
      })
      if (!layout) return undefined
      const of = lines.slice(index, index + layout.lines)
      const place = { page: page.number, box: union(of.map(({ box }) => box)) }
      return { layout, lines: of.map((line) => line.text), place }
    })
    .filter((value) => value !== undefined)
}

const isOfZone = (text: string, length: number) =>
  text.length === length && /^[A-Z0-9<]+$/.test(text)

function readZone(zone: Zone): EmbeddedData {
  const { place } = zone
  const values = fieldsOf(zone).map(({ name, kind, value }): EmbeddedValue => {
    return { source: 'mrz', name, term: `mrz:${name}`, kind, value, place }
  })
  const wrong = wrongIn(zone)
  const doubtful = wrong.length > 0 || isWhole(zone) ? wrong : values.map(({ name }) => name)
  const terms = doubtful.map((name) => `mrz:${name}`)
  const text = 'A check digit of the machine-readable zone is wrong.'
  return { values, problems: terms.length > 0 ? [{ source: 'mrz', place, text, terms }] : [] }
}

const cut = ({ lines }: Zone, [line, start, end]: Field) => (lines[line] ?? '').slice(start, end)

type Said = Pick<EmbeddedValue, 'name' | 'kind' | 'value'>

function fieldsOf(zone: Zone): readonly Said[] {
  const { fields } = zone.layout
  const written = Object.entries(fields).map(([name, field]) => [name, cut(zone, field)] as const)
  const expiry = written.find(([name]) => name === 'expiry-date')?.[1] ?? ''
  const said = written.flatMap(([name, text]): readonly Said[] => {
    if (name === 'names') return namesIn(text)
    if (name === 'date-of-birth') return [{ name, kind: 'date', value: dayOf(text, expiry) }]
    if (name === 'expiry-date') return [{ name, kind: 'date', value: dayOf(text, '991231') }]
    return [{ name, kind: 'text', value: plain(text) }]
  })
  return said.filter(({ value }) => value !== '')
}

function namesIn(text: string): readonly Said[] {
  const [surname = '', given = ''] = text.split('<<')
  return [
    { name: 'surname', kind: 'text', value: plain(surname) },
    { name: 'given-names', kind: 'text', value: plain(given) },
  ]
}

/** Returns the fields whose check digit is wrong. */
const wrongIn = (zone: Zone): readonly string[] =>
  Object.entries(zone.layout.fields)
    .map(([name, field]) => {
      const [line, , , at] = field
      const isWrong = at !== undefined && !checks(cut(zone, field), signAt(zone, line, at))
      return isWrong ? name : undefined
    })
    .filter((value) => value !== undefined)

const signAt = ({ lines }: Zone, line: number, index: number) => lines[line]?.charAt(index) ?? ''

/** Checks the composite digit, which the zone of a visa does not have. */
function isWhole(zone: Zone): boolean {
  const { parts, at } = zone.layout.whole
  if (zone.lines[0]?.startsWith('V')) return true
  return checks(parts.map((part) => cut(zone, part)).join(''), signAt(zone, ...at))
}

const plain = (text: string) => text.replace(/<+/g, ' ').trim()

const weights = [7, 3, 1]

/**
 * Verifies a check digit: digits have their value, letters count from A = 10, fillers are zero;
 * modulo 10.
 */
function checks(text: string, digit: string): boolean {
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
function dayOf(text: string, latest: string): string {
  if (!/^\d{6}$/.test(text)) return ''
  const century = text <= latest ? '20' : '19'
  const day = `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : ''
}
