type PersonNotation = {
  readonly decimal_mark: 'comma' | 'point'
  readonly date_order: 'day-first' | 'month-first'
}

/** Returns how numbers and dates are written in the language of the browser. */
export function personNotation(language = navigator.language): PersonNotation {
  const numberParts = new Intl.NumberFormat(language).formatToParts(1.5)
  const dateParts = new Intl.DateTimeFormat(language)
    .formatToParts(new Date())
    .map(({ type }) => type)
  return {
    decimal_mark: numberParts.some(({ type, value }) => type === 'decimal' && value === ',')
      ? 'comma'
      : 'point',
    date_order: dateParts.indexOf('month') < dateParts.indexOf('day') ? 'month-first' : 'day-first',
  }
}
