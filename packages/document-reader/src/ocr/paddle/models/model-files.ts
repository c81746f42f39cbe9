import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'

/** A folder of models that cannot be used; the message says why to whoever set it up. */
export class OcrModelsError extends Error {
  override readonly name = 'OcrModelsError'

  constructor(folder: string, reason: string, options?: ErrorOptions) {
    super(`The OCR models in ${folder} cannot be used: ${reason}.`, options)
  }
}

/** Paths of the parts of an installation of PaddleOCR's models. */
export type ModelFiles = {
  readonly detector: string
  readonly recogniser: string
  /** A text file with a character in each line, or the recogniser's `inference.yml`. */
  readonly alphabet: string
}

const maxEntries = 1000

/**
 * Finds a detector, a recogniser and its alphabet in a folder as PaddleOCR exports them (v4 to v6): `….onnx` files whose name or
 * folder says `det` and `rec`, and beside the recogniser either its `inference.yml` or a text file with a
 * character in each line. Throws `OcrModelsError` that names what is missing or there twice.
 */
export async function findModelFiles(folder: string): Promise<ModelFiles> {
  const files = await listFiles(folder)
  const hasNamePart = (part: string) => (file: string) =>
    relative(folder, file)
      .toLowerCase()
      .split(/[^a-z]/)
      .includes(part)
  const networks = files.filter((file) => file.endsWith('.onnx'))
  const detector = getOnlyFile(
    folder,
    networks.filter(hasNamePart('det')),
    'detector (an .onnx file whose name or folder contains “det”)',
  )
  const recogniser = getOnlyFile(
    folder,
    networks.filter(hasNamePart('rec')),
    'recognizer (an .onnx file whose name or folder contains “rec”)',
  )
  return { detector, recogniser, alphabet: findAlphabet(folder, files, hasNamePart('rec')) }
}

function findAlphabet(
  folder: string,
  files: readonly string[],
  isOfRecogniser: (file: string) => boolean,
): string {
  const texts = files.filter(
    (file) => file.endsWith('.txt') && /dict|keys|alphabet/.test(basename(file)),
  )
  const settings = files.filter((file) => /\.ya?ml$/.test(file) && isOfRecogniser(file))
  const alphabetFiles = texts.length > 0 ? texts : settings
  return getOnlyFile(
    folder,
    alphabetFiles,
    'character list (a .txt file whose name contains “dict” or “keys”, or the recognizer’s inference.yml)',
  )
}

function getOnlyFile(folder: string, matches: readonly string[], description: string): string {
  const [file, secondFile] = matches
  if (file === undefined) throw new OcrModelsError(folder, `it has no ${description}`)
  if (secondFile === undefined) return file
  const names = matches.map((one) => relative(folder, one)).join(', ')
  throw new OcrModelsError(folder, `it has more than one ${description}: ${names}`)
}

async function listFiles(folder: string): Promise<string[]> {
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new OcrModelsError(folder, 'the folder does not exist')
  const names = await readdir(folder, { recursive: true })
  if (names.length > maxEntries)
    throw new OcrModelsError(
      folder,
      `it contains ${names.length} files; specify a folder that contains only the models`,
    )
  return names.toSorted().map((name) => join(folder, name))
}
