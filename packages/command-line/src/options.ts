import { parseArgs } from 'node:util'
import type { Terminal } from './terminal.ts'

/** A command cannot start; the message tells the user why. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError'
}

type Kind = 'text' | 'flag'
type Kinds = Readonly<Record<string, Kind>>

type OptionValues<K extends Kinds> = {
  readonly [Name in keyof K]: K[Name] extends 'flag' ? boolean : string | undefined
} & { readonly json: boolean; readonly help: boolean }

type CommandLine<K extends Kinds> = {
  readonly options: OptionValues<K>
  readonly names: readonly string[]
}

/**
 * Parses the options and names of a command line. Throws `CommandLineError` for an option that the command
 * does not know.
 */
export function readOptions<K extends Kinds>(args: readonly string[], kinds: K): CommandLine<K> {
  const all: Kinds = { ...kinds, json: 'flag', help: 'flag' }
  const definitions = Object.entries(all).map(([name, kind]) => [
    name,
    kind === 'flag' ? { type: 'boolean' as const, default: false } : { type: 'string' as const },
  ])
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(definitions),
    })
    return { options: values as OptionValues<K>, names: positionals }
  } catch (error) {
    throw new CommandLineError((error as Error).message)
  }
}

type Variables<Names extends string> = Readonly<Record<Names, string>>

/**
 * Returns the environment variables that a command requires. Throws `CommandLineError` naming those that
 * are missing.
 */
export function requireVariables<Names extends string>(
  { variable }: Terminal,
  names: readonly Names[],
): Variables<Names> {
  const unset = names.filter((name) => variable(name) === undefined)
  if (unset.length > 0) throw new CommandLineError(`Set ${unset.join(' and ')}.`)
  return Object.fromEntries(names.map((name) => [name, variable(name)])) as Variables<Names>
}

/** Returns the single name that a command takes. */
export function singleName(names: readonly string[], noun: string): string {
  const [name, ...extraNames] = names
  if (name === undefined || extraNames.length > 0)
    throw new CommandLineError(`Specify exactly one ${noun}.`)
  return name
}

/** Parses a base address; the result ends with a slash. */
export function parseAddress(text: string, variable: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CommandLineError(
      `${variable} must be an address that starts with http:// or https://.`,
    )
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
