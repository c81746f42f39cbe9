/** Values of every kind that can be masked, two hundred, each on a line of its own behind its label. */
export type PlantedValue = { readonly label: string; readonly value: string }

/** The same for the same seed, and others for others. */
function digits(seed: number, count: number): string {
  let state = seed * 2654435 + 12345
  return Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor(state / 65536) % 10
  }).join('')
}

/** ISO 7064 mod 97-10. */
function iban(country: string, account: string): string {
  const letters = `${account}${country}00`.replace(/[A-Z]/g, (one) => `${one.charCodeAt(0) - 55}`)
  const rest = [...letters].reduce((sum, digit) => (sum * 10 + Number(digit)) % 97, 0)
  return `${country}${String(98 - rest).padStart(2, '0')}${account}`
}

/** Appends the check digit of Luhn's algorithm. */
function card(start: string): string {
  const sum = [...start]
    .toReversed()
    .map((digit, i) => Number(digit) * (i % 2 === 0 ? 2 : 1))
    .reduce((all, one) => all + (one > 9 ? one - 9 : one), 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}

const groupLetters = (text: string, size = 4) =>
  text.match(new RegExp(`.{1,${size}}`, 'g'))?.join(' ') ?? ''

const first = ['Ada', 'Zoë', 'Jürgen', 'Olga', 'Piotr', 'Mireille', 'Xaver', 'Ines', 'Bao', 'Ruth']
const last = ['Quist', 'Brännström']

const makers: readonly (readonly [count: number, make: (n: number) => string])[] = [
  [20, (n) => iban('DE', digits(n + 1, 18))],
  [20, (n) => groupLetters(iban('FR', digits(n + 50, 23)))],
  [15, (n) => groupLetters(card(`4${digits(n + 100, 14)}`))],
  [15, (n) => card(`51${digits(n + 150, 13)}`)],
  [20, (n) => `+49 30 9018${digits(n + 200, 2)}${n + 10}`],
  [20, (n) => `(0)89/2388-${digits(n + 250, 1)}${n + 100}`.replace('(0)', '0')],
  [40, (n) => `person.${n}.${digits(n, 3)}@mail-${n}.example.com`],
  [15, (n) => `DE ${groupLetters(`1${digits(n + 300, 8)}`, 3)}`],
  [15, (n) => `${10 + n}/${digits(n + 350, 3)}/${digits(n + 370, 5)}`],
  [20, (n) => `${first[n % 10]} ${last[n < 10 ? 0 : 1]}`],
]

export const plantedValues: readonly PlantedValue[] = makers
  .flatMap(([count, make]) => Array.from({ length: count }, (_, n) => make(n)))
  .map((value, i) => ({ label: `Item ${i + 1}`, value }))

/** The mask kinds of a project that masks all of them. */
export const maskingAll = {
  kinds: ['iban', 'card', 'phone', 'email', 'tax_id'],
  words: plantedValues.slice(-20).map(({ value }) => value),
  countries: ['DE'],
  prompts: [] as string[],
}

/** Writes every value after its label. */
export const plantedText = plantedValues.map(({ label, value }) => `${label}: ${value}`).join('\n')

/** A text as it is searched for planted values: letters and digits only, whatever stands between. */
const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** The planted values that texts hold, however they are written. */
export function plantedIn(texts: readonly string[]): readonly string[] {
  const all = texts.map(bare)
  return plantedValues
    .map(({ value }) => value)
    .filter((value) => all.some((text) => text.includes(bare(value))))
}
