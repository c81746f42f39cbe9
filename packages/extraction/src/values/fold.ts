const asciiSpellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
}

/** Normalizes a text for comparison: lower case, without accents and ligatures. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđł]/g, (letter) => asciiSpellings[letter] ?? letter)
}

/** ASCII text only needs lower-casing, which avoids most of the cost of folding. */
function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

/** Folds letter by letter, so that offsets in the folded text are offsets in the original. */
export function foldKeepingOffsets(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  let foldedText = ''
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i)
    const foldedLetter = fold(letter)
    foldedText += foldedLetter.length === 1 ? foldedLetter : letter
  }
  return foldedText
}

/** The folded words of a text; an underscore separates words. */
export function wordsOf(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Splits a key such as `invoiceNumber` or `invoice_number` into separate words. */
export function keyToWords(key: string): string {
  return key.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')
}
