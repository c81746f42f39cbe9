import { parseArgs } from 'node:util'
import type { Terminal } from './terminal.ts'
import { Unusable } from './unusable.ts'

type Kind = 'text' | 'flag'
type Kinds = Readonly<Record<string, Kind>>

type Given<K extends Kinds> = {
  readonly [Name in keyof K]: K[Name] extends 'flag' ? boolean : string | undefined
} & { readonly json: boolean; readonly help: boolean }

type Read<K extends Kinds> = { readonly options: Given<K>; readonly names: readonly string[] }

/** Options and names of a command line. Throws `Unusable` for what the command does not know. */
export function readOptions<K extends Kinds>(given: readonly string[], kinds: K): Read<K> {
  const all: Kinds = { ...kinds, json: 'flag', help: 'flag' }
  const known = Object.entries(all).map(([name, kind]) => [
    name,
    kind === 'flag' ? { type: 'boolean' as const, default: false } : { type: 'string' as const },
  ])
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: Object.fromEntries(known),
    })
    return { options: values as Given<K>, names: positionals }
  } catch (error) {
    throw new Unusable((error as Error).message)
  }
}

type Variables<Names extends string> = Readonly<Record<Names, string>>

/** What a command needs of the environment, all of it. */
export function needed<Names extends string>(
  { variable }: Terminal,
  names: readonly Names[],
): Variables<Names> {
  const missing = names.filter((name) => variable(name) === undefined)
  if (missing.length > 0) throw new Unusable(`Set ${missing.join(' and ')}.`)
  return Object.fromEntries(names.map((name) => [name, variable(name)])) as Variables<Names>
}

/** The one name that a command takes. */
export function oneOf(names: readonly string[], what: string): string {
  const [name, ...more] = names
  if (name === undefined || more.length > 0) throw new Unusable(`Name one ${what}.`)
  return name
}

/** An address as it is called. */
export function addressIn(text: string, variable: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Unusable(`${variable} must be an address that begins with http:// or https://.`)
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
