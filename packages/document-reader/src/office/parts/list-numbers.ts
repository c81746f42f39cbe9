/** Counts as lists do: `b`, `iv`, `07`. */
export function showCount(count: number, format: string): string {
  if (format === 'lowerLetter' || format === 'a') return letters(count).toLowerCase()
  if (format === 'upperLetter' || format === 'A') return letters(count)
  if (format === 'lowerRoman' || format === 'i') return roman(count).toLowerCase()
  if (format === 'upperRoman' || format === 'I') return roman(count)
  return format === 'decimalZero' ? String(count).padStart(2, '0') : String(count)
}

/** A to Z, then AA to ZZ, as Word counts. */
function letters(count: number): string {
  if (count < 1) return String(count)
  const letter = String.fromCharCode(65 + ((count - 1) % 26))
  return letter.repeat(Math.min(10, Math.floor((count - 1) / 26) + 1))
}

const numerals = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const

function roman(count: number): string {
  if (count < 1 || count > 3999) return String(count)
  let text = ''
  let rest = count
  for (const [value, sign] of numerals) {
    text += sign.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}
