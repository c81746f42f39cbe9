import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parse } from 'yaml'
import { OcrModelsError } from './model-files.ts'

const maxBytes = 5_000_000
const maxCharacterLength = 16

/**
 * The text of every class of a recogniser with so many classes: the blank first, then what its dictionary lists, then the
 * space where the dictionary has none. Throws `OcrModelsError` when the dictionary does not fit.
 */
export async function readAlphabet(
  folder: string,
  file: string,
  classes: number,
): Promise<string[]> {
  const characters = await readCharacters(folder, file)
  const alphabet = fitAlphabet(characters, classes)
  if (alphabet) return alphabet
  throw new OcrModelsError(
    folder,
    `${basename(file)} lists ${characters.length} characters, but the recognizer has ${classes} classes: one for the blank, one for each character and, optionally, one for the space`,
  )
}

/** The alphabet, if a dictionary fits so many classes. */
export function fitAlphabet(characters: readonly string[], classes: number): string[] | undefined {
  if (characters.length + 2 === classes) return ['', ...characters, ' ']
  return characters.length + 1 === classes ? ['', ...characters] : undefined
}

async function readCharacters(folder: string, file: string): Promise<string[]> {
  if ((await stat(file)).size > maxBytes)
    throw new OcrModelsError(folder, `${basename(file)} is too large for a character list`)
  const text = await readFile(file, 'utf8')
  const characters = /\.ya?ml$/.test(file) ? listedIn(folder, file, text) : splitAlphabetLines(text)
  if (characters.some((character) => character.length > maxCharacterLength))
    throw new OcrModelsError(
      folder,
      `${basename(file)} is not a valid character list: a line has more than one character`,
    )
  return characters
}

/** A last line may be a space, so nothing but its end is taken off. */
export function splitAlphabetLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function listedIn(folder: string, file: string, text: string): string[] {
  const characters: unknown = pathIn(parseYaml(folder, file, text), [
    'PostProcess',
    'character_dict',
  ])
  if (!Array.isArray(characters))
    throw new OcrModelsError(folder, `${basename(file)} has no PostProcess.character_dict list`)
  return characters.map(String)
}

function parseYaml(folder: string, file: string, text: string): unknown {
  try {
    // Without types: the characters of the list include digits and signs that YAML would make something else of.
    return parse(text, { schema: 'failsafe', maxAliasCount: 0 })
  } catch (cause) {
    throw new OcrModelsError(folder, `${basename(file)} is not valid YAML`, { cause })
  }
}

function pathIn(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      node instanceof Object ? Object.getOwnPropertyDescriptor(node, key)?.value : undefined,
    value,
  )
}
