import { nameOf } from '../check-input.ts'
import type { FileType } from '../file-type.ts'
import { ReadError } from '../read-error.ts'
import type { ConvertFile } from './convert-job.ts'
import { decodeText } from './decode-text.ts'
import type { Flow } from './flow.ts'
import type { Mail } from './mail-flow.ts'
import { readCsv } from './read-csv.ts'
import { readDocx } from './read-docx.ts'
import { readEml } from './read-eml.ts'
import { readHtml } from './read-html.ts'
import { readJson } from './read-json.ts'
import { readMsg } from './read-msg.ts'
import { readOdf } from './read-odf.ts'
import { readPptx } from './read-pptx.ts'
import { readText } from './read-text.ts'
import { readXlsx } from './read-xlsx.ts'
import { readXml } from './read-xml.ts'

type ReadFlow = (file: ConvertFile) => Flow

const readers: { readonly [type in FileType]?: ReadFlow } = {
  docx: ({ bytes }) => readDocx(bytes),
  xlsx: ({ bytes }) => readXlsx(bytes),
  pptx: ({ bytes }) => readPptx(bytes),
  odt: ({ bytes }) => readOdf(bytes),
  ods: ({ bytes }) => readOdf(bytes),
  odp: ({ bytes }) => readOdf(bytes),
  html: ({ bytes }) => readHtml(bytes),
  xml: ({ bytes }) => readXml(bytes),
  json: ({ bytes }) => readJson(decodeText(bytes)),
  csv: ({ bytes }) => readCsv(decodeText(bytes), 'csv'),
  tsv: ({ bytes }) => readCsv(decodeText(bytes), 'tsv'),
  md: ({ bytes }) => readText(decodeText(bytes)),
  txt: ({ bytes }) => readText(decodeText(bytes)),
}

/** `undefined` for what is no mail. Throws `ReadError`. */
export async function readMail({ bytes, type }: ConvertFile): Promise<Mail | undefined> {
  if (type.type === 'eml') return readEml(bytes)
  return type.type === 'msg' ? readMsg(bytes) : undefined
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
