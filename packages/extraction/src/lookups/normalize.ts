/** Types of columns whose values are compared; the first four are exact keys. */
type ComparedType = 'vat_id' | 'iban' | 'gtin' | 'id' | 'name' | 'postcode' | 'city'

const keyTypes = ['vat_id', 'iban', 'gtin', 'id'] as const
export type KeyType = (typeof keyTypes)[number]

export const isKeyType = (type: string): type is KeyType =>
  (keyTypes as readonly string[]).includes(type)

/** Letters that have no decomposition into a letter and its accents. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Legal forms, without the dots and spaces inside them. */
const legalForms = new Set(
  (
    'ab ag aps as asa bv bvba co coop corp corporation cv doo dd eg ek ev eurl gbr gesmbh gmbh gie haftungsbeschrankt hf inc ' +
    'incorporated ivs kft kg kgaa ks limited llc llp lp ltd ltda mbh nv nyrt ohg oy oyj plc pty pvt sa saog sagl ' +
    'sarl sas sasu sc sca scop se sia sl slu snc sp spa spol spzoo srl sro ug uab zoo zrt'
  ).split(' '),
)

/** Words that join the parts of a name. */
const joiningWords = new Set(['and', 'und', 'et', 'e', 'y', 'i', 'en', 'og', 'och', 'the', 'der'])

/** Returns a text in lower case and without accents; ä and ae become the same. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/([aou])e/g, '$1')
}

/** Dots inside abbreviations such as “S.r.l.” join their letters, and other punctuation separates words. */
const listWords = (text: string): readonly string[] =>
  foldText(text)
    .replace(/\b(\p{L})\.\s?(?=\p{L}\b)/gu, '$1')
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Returns the legal forms in a name; empty if it has none. */
export const listLegalForms = (text: string): string =>
  listWords(text)
    .filter((word) => legalForms.has(word))
    .join(' ')

/** Returns the words of a name that tell it from others: without accents, punctuation and legal forms. */
export function foldName(text: string): string {
  const words = listWords(text)
  const ownWords = words.filter((word) => !legalForms.has(word) && !joiningWords.has(word))
  return (ownWords.length > 0 ? ownWords : words).join(' ')
}

/** Returns an exact key in the form in which it is compared; empty if the text has no letter or digit. */
export function normalizeKey(type: KeyType, text: string): string {
  const key = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  // A GTIN of 8, 12 or 13 digits is the same as one of 14 with zeros before it.
  return type === 'gtin' && /^\d{8,14}$/.test(key) ? key.padStart(14, '0') : key
}

/** Returns a postcode without its country and spaces. */
function normalizePostcode(text: string): string {
  const postcode = normalizeKey('id', text)
  return /^[A-Z]{1,2}\d{4,6}$/.test(postcode) ? postcode.replace(/^[A-Z]+/, '') : postcode
}

/** Returns a value in the form in which values of its type are compared. */
export function normalizeValue(type: ComparedType, text: string): string {
  if (isKeyType(type)) return normalizeKey(type, text)
  return type === 'postcode' ? normalizePostcode(text) : foldName(text)
}
