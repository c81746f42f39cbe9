import type { EmbeddedData, EmbeddedValue } from '@recto/document-text/embedded'
import { calendarDay } from './calendar-day.ts'

type Headers = readonly (readonly [label: string, value: string | undefined])[]

const terms: Readonly<Record<string, string>> = {
  From: 'mail:from',
  To: 'mail:to',
  Subject: 'mail:subject',
  Date: 'mail:date',
}
const maxLength = 4000

/** The headers of a mail by their names; its day is that of its sender's clock. */
export function mailHeaders(headers: Headers): EmbeddedData {
  const values = headers.flatMap(([name, content = '']): readonly EmbeddedValue[] => {
    const term = terms[name]
    const value = content.replace(/\s+/g, ' ').trim().slice(0, maxLength)
    if (!term || value === '') return []
    const common = { source: 'mail', name, term, place: {} } as const
    if (name === 'Date') {
      const day = dayOf(value)
      return day ? [{ ...common, kind: 'date', value: day }] : []
    }
    const text = { ...common, kind: 'text', value } as const
    return name === 'From' ? [text, ...addressOf(text)] : [text]
  })
  return { values, problems: [] }
}

/** Returns the address in angle brackets at the end of a text. */
function inBrackets(text: string): string | undefined {
  const begins = text.lastIndexOf('<')
  const inner = text.slice(begins + 1, -1)
  const isAddress = begins >= 0 && text.endsWith('>') && !/[>\s]/.test(inner)
  return isAddress && inner.length >= 3 && inner.length <= 320 ? inner : undefined
}

function addressOf(from: EmbeddedValue): readonly EmbeddedValue[] {
  const address = inBrackets(from.value) ?? from.value
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return []
  return [{ ...from, name: 'From/address', term: 'mail:from-address', value: address }]
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Returns the day of an RFC 5322 or ISO 8601 date. */
function dayOf(text: string): string | undefined {
  const [, day, month = '', year] = /(\d{1,2}) ([A-Za-z]{3}) (\d{4})/.exec(text) ?? []
  if (year) return calendarDay(Number(year), months.indexOf(month.toLowerCase()) + 1, Number(day))
  const [iso] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? []
  return iso && calendarDay(...(iso.split('-').map(Number) as [number, number, number]))
}
