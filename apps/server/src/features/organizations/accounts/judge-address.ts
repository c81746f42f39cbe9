import type { AccessCode } from '@recto/contract/access'
import type { AccessConfig } from '../../../platform/config/access-settings.ts'

export type AddressProblem = { readonly code: AccessCode; readonly detail: string }

const maxLength = 254
const person = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const partOfDomain = /^[a-z0-9-]{1,63}$/

/** The one way in which an address is written down, so that it is one however it was typed. */
export const plainAddress = (address: string): string => address.trim().toLowerCase()

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Why nobody may make an account for the address, `undefined` when it is fine. */
export async function judgeAddress(
  address: string,
  rules: AccessConfig['addresses'],
): Promise<AddressProblem | undefined> {
  const domain = domainOf(address)
  const isWhole = address.length <= maxLength && person.test(address.slice(0, -domain.length - 1))
  if (!isWhole || !isDomain(domain)) {
    return { code: 'INE002', detail: 'This is not an e-mail address.' }
  }
  if (isBelowOne(domain, rules.deniedDomains)) return notAllowed
  const { allowedDomains } = rules
  if (allowedDomains.length > 0 && !isBelowOne(domain, allowedDomains)) return notAllowed
  if (!rules.allowsDisposable && (await isDisposable(domain))) {
    return { code: 'INE001', detail: 'Disposable e-mail addresses are not allowed.' }
  }
  return undefined
}

const notAllowed: AddressProblem = {
  code: 'INS',
  detail: 'Addresses of this domain cannot have an account here.',
}

function isDomain(domain: string): boolean {
  const parts = domain.split('.')
  const isPart = (part: string) =>
    partOfDomain.test(part) && !part.startsWith('-') && !part.endsWith('-')
  return parts.length > 1 && parts.every(isPart)
}

/** The domain itself, or one that it is a part of. */
function isBelowOne(domain: string, domains: readonly string[]): boolean {
  return domains.some((one) => domain === one || domain.endsWith(`.${one}`))
}

/** The list of some 56,000 is loaded when somebody first makes an account. */
async function isDisposable(domain: string): Promise<boolean> {
  const { default: mailchecker } = await import('mailchecker')
  const listed = mailchecker.blacklist()
  const parts = domain.split('.')
  return parts.some((_, start) => listed.has(parts.slice(start).join('.')))
}
