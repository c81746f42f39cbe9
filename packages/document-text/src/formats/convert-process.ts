import type { Attachment } from '../model.ts'
import { packPage } from '../pool/packed-page.ts'
import { serveProcess } from '../pool/serve-process.ts'
import type { ConvertAnswer, ConvertFile, ConvertJob, ConvertPart } from './convert-job.ts'
import { describeAttachment, mailFlow } from './mail-flow.ts'
import { readFlow, readMail } from './read-flow.ts'
import { countFrames, encodePng, readFrame } from './read-image.ts'
import { runOffice } from './run-office.ts'
import { typeset } from './typeset.ts'

serveProcess<ConvertJob, ConvertAnswer, ConvertPart>(async (job, send) => {
  switch (job.kind) {
    case 'pages':
      return setPages(job.file, send)
    case 'count':
      return countFrames(job.file)
    case 'frame':
      return readFrame(job.file, job.index)
    case 'attachments':
      return ((await readMail(job.file))?.attachments ?? []).map(describeAttachment)
    case 'attachment':
      return (await readMail(job.file))?.attachments[job.index] ?? null
    case 'png':
      return encodePng(job.image, job.width)
    case 'pdf':
      return runOffice(job.file, job.office)
  }
})

async function setPages(
  file: ConvertFile,
  send: (page: ConvertPart) => Promise<void>,
): Promise<readonly Attachment[]> {
  const mail = await readMail(file)
  await typeset(mail ? mailFlow(mail) : readFlow(file), (page) => send(packPage(page)))
  return (mail?.attachments ?? []).map(describeAttachment)
}
