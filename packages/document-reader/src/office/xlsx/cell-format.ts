import { dateToSerial, format, getFormatFromId } from 'numfmt'
import { elementsOf, findAll, type XmlElement } from '../../markup/parse-xml.ts'

/** Shows the value of a cell as its number format does. `style` is the cell's index of a format. */
export type ShowNumber = (value: string, style: number) => string

/** Days from 1 January 1904 to the other calendar's first day. */
const days1904 = 1462
/** Characters up to which a spreadsheet shows a number as it is. */
const generalLength = 11

/** From the styles of a workbook. */
export function readCellFormats(styles: XmlElement, isDate1904: boolean): ShowNumber {
  const custom = new Map(
    findAll(styles, 'numFmt').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode]),
  )
  const formats = elementsOf(
    findAll(styles, 'cellXfs')[0] ?? { name: '', attributes: {}, children: [] },
  ).map(({ attributes: { numFmtId = '0' } }) => custom.get(numFmtId) ?? builtIn(numFmtId))

  return (value, style) => {
    const number = Number(value)
    const code = formats[style] ?? 'General'
    if (value.trim() === '' || Number.isNaN(number)) return value
    if (/^general$/i.test(code)) return showGeneral(number)
    return showAs(unambiguous(code), isDate1904 && isDate(code) ? number + days1904 : number)
  }
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
