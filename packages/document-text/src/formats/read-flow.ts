import { nameOf } from '../check-input.ts'
import type { FileType } from '../detect-type.ts'
import { ReadError } from '../read-error.ts'
import type { ConvertFile } from './convert-job.ts'
import { decodeText } from './decode-text.ts'
import type { Flow } from './flow.ts'
import { readCsv } from './read-csv.ts'
import { readText } from './read-text.ts'

type ReadFlow = (file: ConvertFile) => Flow

const readers: { readonly [type in FileType]?: ReadFlow } = {
  txt: ({ bytes }) => readText(decodeText(bytes)),
  md: ({ bytes }) => readText(decodeText(bytes)),
  csv: ({ bytes }) => readCsv(decodeText(bytes), 'csv'),
  tsv: ({ bytes }) => readCsv(decodeText(bytes), 'tsv'),
}

/** The blocks of a document that has no pages of its own. Throws `ReadError`. */
export function readFlow(file: ConvertFile): Flow {
  const read = readers[file.type.type]
  if (!read)
    throw new ReadError(
      'unsupported-type',
      `${nameOf(file.name)} is ${file.type.label}, which cannot be read.`,
    )
  return read(file)
}
