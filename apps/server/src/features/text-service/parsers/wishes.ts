import { invalid } from '../../../platform/app-error.ts'

const isWish = (value: unknown) =>
  !(
    value === undefined ||
    value === null ||
    value === false ||
    (typeof value === 'string' &&
      ['', 'false', 'none', 'null', '0'].includes(value.toLowerCase())) ||
    (Array.isArray(value) && value.length === 0)
  )

type Wishes = {
  readonly asked: Readonly<Record<string, unknown>>
  /** What is done, or makes no difference to what is read here. */
  readonly known: readonly string[]
}

/** What is asked for and has no equal here is refused by its name, for its absence would not be seen in the result. */
export function refuseOtherWishes({ asked, known }: Wishes): void {
  for (const [name, value] of Object.entries(asked)) {
    const plain = name.replace(/\[\]$/, '')
    if (!known.includes(plain) && isWish(value)) {
      throw invalid(plain.slice(0, 100), 'This is not offered here.')
    }
  }
}

/** Values of a field that may be repeated, or hold several with commas between. */
export const valuesOf = (given: string | readonly string[] | undefined): string[] =>
  [given ?? []]
    .flat()
    .flatMap((text) => text.split(/[,+]/))
    .map((text) => text.trim())
    .filter(Boolean)

/** Fields that clients send as `name[]` under their name. */
export const withoutBrackets = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.replace(/\[\]$/, ''), value]),
  )
