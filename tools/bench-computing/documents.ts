const words =
  'order invoice total amount payment delivery Widget customer bank account number date of the and to Ltd'.split(
    ' ',
  )

/** Returns about 417 pages of prose with an occasional line of amounts. */
export function longText(): string {
  const lines = Array.from({ length: 23_000 }, (_, i) => {
    if (i % 40 === 0)
      return `Invoice No: R-${i}   Total: ${(i % 9000) / 4 + 1000}.50 EUR   14 March 2026`
    if (i % 40 === 1)
      return `Company ${i} Ltd, Harbour Street ${i}, IBAN DE89 3704 0044 0532 0130 00`
    return Array.from({ length: 11 }, (_, k) => words[(i * 7 + k * 5) % words.length]).join(' ')
  })
  return lines.join('\n')
}

/** Returns a CSV of one megabyte. */
export function wideTable(): string {
  const rows = ['Invoice,Date,Item,Quantity,Price,Total']
  for (let i = 0, length = 0; length < 1_000_000; i++) {
    const row = `R-${i},2026-03-${String((i % 28) + 1).padStart(2, '0')},Widget ${i % 97},${i % 13},${i % 1000}.50,${i}.25`
    rows.push(row)
    length += row.length + 1
  }
  return rows.join('\n')
}

/** Returns a text that repeats one word. */
export function repeatedValue(): string {
  return `Total Widget\n${`${'Widget '.repeat(12)}\n`.repeat(8334)}`
}
