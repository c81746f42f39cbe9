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
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđł]/g, (letter) => spelledOut[letter] ?? letter)
}

/** The folded words of a text or of a key: `invoiceNumber`, `invoice_number` and `Invoice number` agree. */
export function wordsOf(text: string): readonly string[] {
  const spaced = text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
  return fold(spaced).match(/[\p{L}\p{N}]+/gu) ?? []
}
