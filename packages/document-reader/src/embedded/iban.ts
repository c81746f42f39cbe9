/** Whether a text has the form of an international bank account number (ISO 13616). */
export const looksLikeIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(compact(text))

/** Whether its check digits agree: ISO 7064, mod 97-10. */
export function isIban(text: string): boolean {
  const iban = compact(text)
  if (!looksLikeIban(iban)) return false
  return remainder97(iban.slice(4) + iban.slice(0, 4)) === 1
}

/** Returns the digits of a text modulo 97. A letter counts as its position in the alphabet plus 9. */
export function remainder97(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

export const compact = (text: string): string => text.replace(/\s+/g, '')
