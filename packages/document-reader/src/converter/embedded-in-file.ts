import type { EmbeddedData } from '@recto/document-text/embedded'
import { documentKind } from '../detect/document-kind.ts'
import type { DetectedFile } from '../detect/file-type.ts'
import { listCodePictures } from '../embedded/codes/code-pages.ts'
import { readCodesOfPicture } from '../embedded/codes/read-codes-of-picture.ts'
import { readAttachedInvoices } from '../embedded/invoices/attached-invoices.ts'
import { readInvoice } from '../embedded/invoices/read-invoice.ts'
import { joinData } from '../embedded/join-data.ts'
import { mailHeaders } from '../embedded/mail-headers.ts'
import { sheetCells } from '../embedded/sheet-cells.ts'
import { countFrames, readFrame } from '../images/read-image.ts'
import { readMail } from '../mail/read-mail.ts'
import { odsSheets } from '../office/odf/read-odf.ts'
import { xlsxSheets } from '../office/xlsx/read-xlsx.ts'

/** A larger sheet is a table, and to read it once more would take long. */
const maxSheetBytes = 2_000_000

/** What a picture, or a document without pages of its own, says in forms made for machines. Throws `ReadError`. */
export async function embeddedInFile(file: DetectedFile): Promise<EmbeddedData> {
  if (documentKind(file.type.type) === 'image') return codesInPictures(file)
  if (file.type.type === 'xml') return joinData([readInvoice(file.bytes, {})])
  if (file.type.type === 'xlsx')
    return joinData([sheetCells(xlsxSheets(file.bytes, maxSheetBytes))])
  if (file.type.type === 'ods')
    return joinData(file.bytes.length > maxSheetBytes ? [] : [sheetCells(odsSheets(file.bytes))])
  const mail = await readMail(file)
  if (!mail) return joinData([])
  const attachedFiles = mail.attachments.map(({ name, size, bytes }) => ({
    name,
    size,
    open: () => bytes,
  }))
  return joinData([...readAttachedInvoices(attachedFiles), mailHeaders(mail.headers)])
}

async function codesInPictures(file: DetectedFile): Promise<EmbeddedData> {
  const embedded: EmbeddedData[] = []
  for (const page of listCodePictures(await countFrames(file)))
    embedded.push(await readCodesOfPicture({ ...(await readFrame(file, page)), page }))
  return joinData(embedded)
}
