import { nameOf, ReadError } from '@recto/document-text/read-error'
import { decodeText } from '../detect/decode-text.ts'
import type { DetectedFile, FileType } from '../detect/file-type.ts'
import { readCsv } from '../markup/read-csv.ts'
import { readHtml } from '../markup/read-html.ts'
import { readJson } from '../markup/read-json.ts'
import { readText } from '../markup/read-text.ts'
import { readDocx } from '../office/docx/read-docx.ts'
import { readOdf } from '../office/odf/read-odf.ts'
import { readPptx } from '../office/pptx/read-pptx.ts'
import { readXlsx } from '../office/xlsx/read-xlsx.ts'
import type { Flow } from '../typeset/flow.ts'
import { readXmlFile } from './read-xml-file.ts'

type ReadFlow = (file: DetectedFile) => Flow

const readers: { readonly [type in FileType]?: ReadFlow } = {
  docx: ({ bytes }) => readDocx(bytes),
  xlsx: ({ bytes }) => readXlsx(bytes),
  pptx: ({ bytes }) => readPptx(bytes),
  odt: ({ bytes }) => readOdf(bytes),
  ods: ({ bytes }) => readOdf(bytes),
  odp: ({ bytes }) => readOdf(bytes),
  html: ({ bytes }) => readHtml(bytes),
  xml: ({ bytes }) => readXmlFile(bytes),
  json: ({ bytes }) => readJson(decodeText(bytes)),
  csv: ({ bytes }) => readCsv(decodeText(bytes), 'csv'),
  tsv: ({ bytes }) => readCsv(decodeText(bytes), 'tsv'),
  md: ({ bytes }) => readText(decodeText(bytes)),
  txt: ({ bytes }) => readText(decodeText(bytes)),
}

/** The blocks of a document that has no pages of its own. Throws `ReadError`. */
export function readFlow(file: DetectedFile): Flow {
  const read = readers[file.type.type]
  if (!read)
    throw new ReadError(
      'unsupported-type',
      `${nameOf(file.name)} is ${file.type.label}, which cannot be read.`,
    )
  return read(file)
}
