import { ReadError } from '@recto/document-text/read-error'
import type { OpenBytes, TableRecord } from '@recto/document-text/table-record'
import { readCsvRecords } from './csv-records.ts'
import { decodeTexts } from './decode-texts.ts'
import { readXlsxRecords } from './xlsx-records.ts'

/**
 * Reads the rows of a CSV or XLSX file without holding the file in memory. The first bytes decide which of the two
 * it is. Throws `ReadError`.
 */
export async function* readTableRecords(open: OpenBytes): AsyncGenerator<TableRecord> {
  const head = await readHead(open)
  if (head.startsWith('PK')) {
    yield* readXlsxRecords(open)
    return
  }
  if (head.startsWith('\xd0\xcf\x11\xe0')) {
    throw new ReadError(
      'unsupported-type',
      'The file is protected by a password, or has an old format. Save it as XLSX or CSV without a password.',
    )
  }
  if (hasControlCharacters(head)) {
    throw new ReadError('unsupported-type', 'The file is neither a CSV file nor an XLSX workbook.')
  }
  yield* readCsvRecords(decodeTexts(open))
}

/** Text in UTF-16 begins with a mark, and has zeros. */
const hasControlCharacters = (head: string): boolean =>
  !/^(?:\xff\xfe|\xfe\xff)/.test(head) && [...head].some((sign) => sign < '\t')

async function readHead(open: OpenBytes): Promise<string> {
  for await (const bytes of open()) return Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return ''
}
