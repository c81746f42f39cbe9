const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
}

/** A text as it is compared: lower case, without accents and ligatures. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđł]/g, (letter) => spelledOut[letter] ?? letter)
}

/** Such a text folds by its case alone, which is most of the cost of folding. */
function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

/** Folds letter by letter, so that places in the folded text are places in the text. */
export function foldInPlace(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  let folded = ''
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i)
    const plain = fold(letter)
    folded += plain.length === 1 ? plain : letter
  }
  return folded
}

/** The folded words of a text; an underscore parts words. */
export function wordsOf(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** `invoiceNumber` and `invoice_number` as a person would say them. */
export function spokenKey(key: string): string {
  return key.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ')
}
