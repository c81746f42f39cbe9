import { nameOf, ReadError } from '@recto/document-text/read-error'
import { documentKind } from '../detect/document-kind.ts'
import type { DetectedFile } from '../detect/file-type.ts'
import { countFrames, readFrame } from '../images/read-image.ts'
import { mailFlow } from '../mail/mail-flow.ts'
import { readMail } from '../mail/read-mail.ts'
import { openPdfWriter } from '../rendering/open-pdf-writer.ts'
import { typeset } from '../typeset/typeset.ts'
import { readFlow } from './read-flow.ts'

type Rendering = {
  readonly file: DetectedFile
  readonly maxPages: number
  /** Called after each page: whoever waits knows that it goes on. */
  readonly onPage: () => Promise<void>
}

/** A picture, or a document without pages of its own, as a PDF: the pages that are read of it. Throws `ReadError`. */
export async function renderFile({ file, maxPages, onPage }: Rendering): Promise<Uint8Array> {
  const writer = openPdfWriter()
  let pages = 0
  const count = () => {
    pages += 1
    if (pages <= maxPages) return onPage()
    const words = `${nameOf(file.name)} exceeds the limit of ${maxPages} pages for creating a PDF.`
    throw new ReadError('too-many-pages', words)
  }
  if (documentKind(file.type.type) === 'image') {
    const frames = await countFrames(file)
    for (let index = 0; index < frames; index++) {
      await count()
      await writer.addPicture(await readFrame(file, index))
    }
  } else {
    const mail = await readMail(file)
    await typeset(mail ? mailFlow(mail) : readFlow(file), async (page) => {
      await count()
      await writer.addText(page)
    })
  }
  return writer.finish()
}
