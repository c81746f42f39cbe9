import type { Chance } from '../chance.ts'
import type { GeneratorContext, NamedAddress } from '../facts.ts'

/** Generates an address in the format of the language's country. */
function addressIn({ words, chance }: GeneratorContext): Omit<NamedAddress, 'name'> {
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

export function companyIn(context: GeneratorContext): NamedAddress {
  const { words, chance } = context
  const name = `${chance.pick(words.list('companies'))} ${chance.pick(words.list('legal'))}`
  return { name, ...addressIn(context) }
}

/** Generates a shop; half of the shops have no legal form. */
export function shopIn(context: GeneratorContext): NamedAddress {
  if (context.chance.happens(0.5)) return companyIn(context)
  return { name: context.chance.pick(context.words.list('shops')), ...addressIn(context) }
}

export function personIn(context: GeneratorContext): NamedAddress {
  const { words, chance } = context
  const name = `${chance.pick(words.list('first'))} ${chance.pick(words.list('last'))}`
  return { name, ...addressIn(context) }
}

export const otherThan = (party: NamedAddress, make: () => NamedAddress): NamedAddress => {
  const candidate = make()
  return candidate.name === party.name ? otherThan(party, make) : candidate
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

/** Derives an internet domain from a name. */
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
