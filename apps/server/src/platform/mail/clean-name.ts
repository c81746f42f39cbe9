const maxCharacters = 80

/** Characters other than letters, digits and the punctuation that names have. */
const otherCharacters = /[^\p{L}\p{M}\p{N}\u200c-\u200d '’&,.()+!–—-]+/gu
/** Joiners, which some scripts need between letters. */
const looseJoiner = /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])/gu
/** A dot inside a word, after which two letters or more could end a domain. */
const dotInWord = /(?<=[\p{L}\p{N}])\.+(?=[\p{L}\p{N}]{2})/gu

/**
 * Makes a name that a person chose safe to show in a mail: it cannot become a link, markup or a
 * line of its own, and has at most 80 characters. Mail programs make links even of bare domains.
 */
export function cleanNameForMail(name: string): string {
  const plainName = name
    .normalize('NFKC')
    .replace(otherCharacters, ' ')
    .replace(looseJoiner, '')
    .replace(dotInWord, ' ')
    .replace(/ +/g, ' ')
    .trim()
  const characters = [...plainName]
  if (characters.length <= maxCharacters) return plainName || 'An organization'
  return `${characters.slice(0, maxCharacters - 1).join('')}…`
}

const addressPattern = /^[\w.!#$%&'*+=?^`{|}~-]{1,64}@[\w.-]{1,189}$/

/** Returns the mail address of an account if it is nothing but one. */
export const cleanAddressForMail = (address: string): string =>
  addressPattern.test(address) ? address : cleanNameForMail(address)
