import { dateFromSerial, dateToSerial, format, getFormatFromId } from 'numfmt'
import { elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'
import type { ExactCell } from '../parts/sheet-table.ts'

/** Applies the number formats of a workbook to cell values. `style` is the index of a cell's format. */
export type CellFormats = {
  /** The value as displayed. */
  readonly show: (value: string, style: number) => string
  /** The number or the day that the cell holds; `undefined` of shares and times, which are shown as something else. */
  readonly exact: (value: string, style: number) => ExactCell | undefined
  readonly codeOf: (style: number) => string
}

/** Days from 1 January 1904 to the other calendar's first day. */
const days1904 = 1462
/** Characters up to which a spreadsheet shows a number as it is. */
const generalLength = 11

/** Reads the number formats from the styles of a workbook. */
export function readCellFormats(styles: XmlElement, isDate1904: boolean): CellFormats {
  const custom = new Map(
    findAll(styles, 'numFmt').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode]),
  )
  const formats = elementsOf(
    findAll(styles, 'cellXfs')[0] ?? { name: '', attributes: {}, children: [] },
  ).map(({ attributes: { numFmtId = '0' } }) => custom.get(numFmtId) ?? builtIn(numFmtId))

  const formatOf = (style: number) => formats[style] ?? 'General'
  const shiftDecimals = (number: number, code: string) =>
    isDate1904 && isDate(code) ? number + days1904 : number
  return {
    codeOf: formatOf,
    show(value, style) {
      const number = Number(value)
      const code = formatOf(style)
      if (value.trim() === '' || Number.isNaN(number)) return value
      if (/^general$/i.test(code)) return showGeneral(number)
      return showAs(unambiguous(code), shiftDecimals(number, code))
    },
    exact(value, style) {
      const number = Number(value)
      const code = formatOf(style)
      if (value.trim() === '' || Number.isNaN(number) || code.includes('%')) return undefined
      if (isDate(code)) return dayOf(shiftDecimals(number, code))
      return { kind: 'number', value: plainNumber(number) }
    },
  }
}

/** Binary fractions that were computed are shown without their last digits. */
const plainNumber = (number: number) => {
  const text = String(Number(number.toPrecision(15)))
  return /e/.test(text) ? number.toFixed(10) : text
}

/** Formats a serial number without a fraction of a day. */
function dayOf(serial: number): ExactCell | undefined {
  if (!Number.isInteger(serial) || serial < 61) return undefined
  const [year = 0, month = 0, day = 0] = dateFromSerial(serial) ?? []
  const two = (part: number) => String(part).padStart(2, '0')
  return { kind: 'date', value: `${year}-${two(month)}-${two(day)}` }
}

function builtIn(id: string): string {
  const number = Number(id)
  return Number.isInteger(number) && number >= 0 && number < 164
    ? (getFormatFromId(number) ?? 'General')
    : 'General'
}

/** A spreadsheet shows long whole numbers rounded where they are narrow; such numbers are mostly identifiers. */
function showGeneral(number: number): string {
  const plain = String(number)
  const isShort = plain.length <= generalLength && !plain.includes('e')
  return isShort || Number.isSafeInteger(number) ? plain : showAs('General', number)
}

/** A format that cannot be understood shows the number. */
function showAs(code: string, number: number): string {
  try {
    return format(code, number).trim()
  } catch {
    return String(number)
  }
}

/** A month in digits before the day, at the beginning of a format. */
const monthFirst = /^((?:\[[^\]]*\])?)m{1,2}([/.-])d{1,2}\2y{2,4}/i

/**
 * The short date of a workbook is shown in the order of whoever opens it, which its text does not tell:
 * `1/2/2026` may be either day. It is laid out as ISO 8601, with the time as the cell shows it.
 */
function unambiguous(code: string): string {
  return code.replace(monthFirst, '$1yyyy-mm-dd')
}

function isDate(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*(?:"|$)|\\.|\[[^\]]*(?:\]|$)/g, ''))
}

/** A date that is stored as text, as the number that it is in a workbook. */
export function serialOf(iso: string): string {
  const time = Date.parse(
    /[zZ]|[+-]\d\d:?\d\d$/.test(iso) ? iso : `${iso}Z`.replace(/^(\d{4}-\d\d-\d\d)Z$/, '$1'),
  )
  const serial = Number.isNaN(time) ? undefined : dateToSerial(new Date(time))
  return typeof serial === 'number' ? String(serial) : iso
}
