import type { AccessCode } from '@recto/contract/organizations/access'
import type { AccessConfig } from '../../../platform/config/access-settings.ts'

export type AddressProblem = { readonly code: AccessCode; readonly detail: string }

const maxLength = 254
const localPartPattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const domainLabelPattern = /^[a-z0-9-]{1,63}$/

/** Normalizes an address, so that each is stored in only one form, however it was typed. */
export const plainAddress = (address: string): string => address.trim().toLowerCase()

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

const notAllowed: AddressProblem = {
  code: 'INS',
  detail: 'Accounts cannot be created with email addresses from this domain.',
}

/** Returns why no account may be made for the address; `undefined` when it is acceptable. */
export async function judgeAddress(
  address: string,
  rules: AccessConfig['addresses'],
): Promise<AddressProblem | undefined> {
  const domain = domainOf(address)
  const isWhole =
    address.length <= maxLength && localPartPattern.test(address.slice(0, -domain.length - 1))
  if (!isWhole || !isDomain(domain)) {
    return { code: 'INE002', detail: 'This is not a valid email address.' }
  }
  if (isBelowOne(domain, rules.deniedDomains)) return notAllowed
  const { allowedDomains } = rules
  if (allowedDomains.length > 0 && !isBelowOne(domain, allowedDomains)) return notAllowed
  if (!rules.allowsDisposable && (await isDisposable(domain))) {
    return { code: 'INE001', detail: 'Disposable email addresses are not allowed.' }
  }
  return undefined
}

function isDomain(domain: string): boolean {
  const parts = domain.split('.')
  const isPart = (part: string) =>
    domainLabelPattern.test(part) && !part.startsWith('-') && !part.endsWith('-')
  return parts.length > 1 && parts.every(isPart)
}

/** Whether the domain is one of the list or a subdomain of one. */
function isBelowOne(domain: string, domains: readonly string[]): boolean {
  return domains.some((one) => domain === one || domain.endsWith(`.${one}`))
}

/** The list of some 56,000 domains is loaded on first use. */
async function isDisposable(domain: string): Promise<boolean> {
  const { default: mailchecker } = await import('mailchecker')
  const disposableDomains = mailchecker.blacklist()
  const parts = domain.split('.')
  return parts.some((_, start) => disposableDomains.has(parts.slice(start).join('.')))
}
