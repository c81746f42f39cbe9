import type { Chance } from '../chance.ts'
import type { Making, NamedAddress } from '../facts.ts'

/** An address in the form of the language's country. */
function addressIn({ words, chance }: Making): Omit<NamedAddress, 'name'> {
  const [numberPlace, cityPlace] = (words.list('address')[0] ?? '').split(' ')
  const [postcode = '', city = ''] = chance.pick(words.list('cities')).split(', ')
  const name = chance.pick(words.list('streets'))
  const number = `${chance.whole(1, 180)}${chance.happens(0.1) ? 'a' : ''}`
  return {
    street: numberPlace === 'number-first' ? `${number} ${name}` : `${name} ${number}`,
    postcode,
    city,
    place: cityPlace === 'city-first' ? `${city} ${postcode}` : `${postcode} ${city}`,
  }
}

export function companyIn(making: Making): NamedAddress {
  const { words, chance } = making
  const name = `${chance.pick(words.list('companies'))} ${chance.pick(words.list('legal'))}`
  return { name, ...addressIn(making) }
}

/** A shop as receipts name it, half of them without a legal form. */
export function shopIn(making: Making): NamedAddress {
  if (making.chance.happens(0.5)) return companyIn(making)
  return { name: making.chance.pick(making.words.list('shops')), ...addressIn(making) }
}

export function personIn(making: Making): NamedAddress {
  const { words, chance } = making
  const name = `${chance.pick(words.list('first'))} ${chance.pick(words.list('last'))}`
  return { name, ...addressIn(making) }
}

export const otherThan = (party: NamedAddress, make: () => NamedAddress): NamedAddress => {
  const made = make()
  return made.name === party.name ? otherThan(party, make) : made
}

const callingCodes: Readonly<Record<string, string>> = {
  GB: '44',
  DE: '49',
  FR: '33',
  ES: '34',
  IT: '39',
  NL: '31',
  PT: '351',
  PL: '48',
  CZ: '420',
  SE: '46',
}

export function phoneIn(country: string, chance: Chance): string {
  const code = callingCodes[country] ?? '44'
  return chance.pick([
    () => `+${code} ${chance.digits(3)} ${chance.digits(3)} ${chance.digits(3)}`,
    () =>
      `+${code} ${chance.digits(2)} ${chance.digits(3)} ${chance.digits(2)} ${chance.digits(2)}`,
    () => `0${chance.digits(3)} ${chance.digits(6)}`,
    () => `0${chance.digits(2)}/${chance.digits(7)}`,
  ])()
}

/** The part of an address in the network that a name gives. */
export function domainOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁ]/g, 'l')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2)
  return `${plain.slice(0, 2).join('-')}.example`
}
