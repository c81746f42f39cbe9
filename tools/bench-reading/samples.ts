import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export type Sample = { readonly name: string; readonly bytes: Uint8Array }

export type Receipt = Sample & {
  /** All printed lines, from the top. */
  readonly text: string
  readonly total: string
  readonly date: string
  readonly company: string
  readonly address: string
}

/** Reads all files of a folder with that extension, sorted by name; returns none if the folder does not exist. */
export function readSamples(folder: string, ending: string): Sample[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
}

/** Reads photographs `<n>.jpg` with the text of each line in `<n>.box.csv` and the fields in `<n>.key.json`. */
export function readReceipts(folder: string): Receipt[] {
  return readSamples(folder, '.jpg').map(({ name, bytes }) => {
    const path = join(folder, basename(name, '.jpg'))
    const lines = readFileSync(`${path}.box.csv`, 'utf8').split(/\r?\n/)
    const fields: unknown = JSON.parse(readFileSync(`${path}.key.json`, 'utf8'))
    const field = (key: string) => String((fields as Record<string, unknown>)[key] ?? '')
    return {
      name,
      bytes,
      // Eight corner coordinates come before the text, which may contain commas itself.
      text: lines.map((line) => line.split(',').slice(8).join(',')).join('\n'),
      total: field('total'),
      date: field('date'),
      company: field('company'),
      address: field('address'),
    }
  })
}
