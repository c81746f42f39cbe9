import type { Attachment } from '@recto/document-text/model'
import type { DetectedFile } from '../detect/file-type.ts'
import { countFrames, readFrame } from '../images/read-image.ts'
import { scaleToPng } from '../images/scale-to-png.ts'
import { describeAttachment, mailFlow } from '../mail/mail-flow.ts'
import { readMail } from '../mail/read-mail.ts'
import { runOffice } from '../office/libreoffice/run-office.ts'
import { packPage } from '../pages/packed-page.ts'
import { typeset } from '../typeset/typeset.ts'
import { serveProcess } from '../workers/serve-process.ts'
import type { ConvertJob, ConvertPart, ConvertResult, FrameSize } from './convert-job.ts'
import { embeddedInFile } from './embedded-in-file.ts'
import { readFlow } from './read-flow.ts'
import { renderFile } from './render-file.ts'

serveProcess<ConvertJob, ConvertResult, ConvertPart>(async (job, send) => {
  switch (job.kind) {
    case 'pages':
      return setPages(job.file, send)
    case 'count':
      return countFrames(job.file)
    case 'frame-size':
      return frameSize(job.file, job.index)
    case 'frame-png':
      return scaleToPng((await readFrame(job.file, job.index)).image, job.width)
    case 'attachments':
      return ((await readMail(job.file))?.attachments ?? []).map(describeAttachment)
    case 'attachment':
      return (await readMail(job.file))?.attachments[job.index] ?? null
    case 'embedded':
      return embeddedInFile(job.file)
    case 'rendering':
      return renderFile({ ...job, onPage: () => send('page') })
    case 'pdf':
      return runOffice(job.file, job.office)
  }
})

async function frameSize(file: DetectedFile, index: number): Promise<FrameSize> {
  const { image, pointsPerPixel } = await readFrame(file, index)
  return { width: image.width * pointsPerPixel, height: image.height * pointsPerPixel }
}

async function setPages(
  file: DetectedFile,
  send: (page: ConvertPart) => Promise<void>,
): Promise<readonly Attachment[]> {
  const mail = await readMail(file)
  await typeset(mail ? mailFlow(mail) : readFlow(file), (page) => send(packPage(page)))
  return (mail?.attachments ?? []).map(describeAttachment)
}
