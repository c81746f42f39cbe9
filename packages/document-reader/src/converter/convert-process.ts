import type { OpenedAttachment } from '@recto/document-text/reader'
import { listContainedFiles } from '../contained/list-contained-files.ts'
import type { DetectedFile } from '../detect/file-type.ts'
import { countFrames, readFrame } from '../images/read-image.ts'
import { scaleToPng } from '../images/scale-to-png.ts'
import { describeAttachment, mailFlow } from '../mail/mail-flow.ts'
import { readMail } from '../mail/read-mail.ts'
import { runOffice } from '../office/libreoffice/run-office.ts'
import { packPage } from '../pages/packed-page.ts'
import { typeset } from '../typeset/typeset.ts'
import { serveProcess } from '../workers/serve-process.ts'
import type {
  ConvertJob,
  ConvertPart,
  ConvertResult,
  FrameSize,
  SetDocument,
} from './convert-job.ts'
import { embeddedInFile } from './embedded-in-file.ts'
import { readFlow } from './read-flow.ts'
import { renderFile } from './render-file.ts'

type AttachmentJob = Extract<ConvertJob, { readonly kind: 'attachment' }>

serveProcess<ConvertJob, ConvertResult, ConvertPart>(async (job, send) => {
  switch (job.kind) {
    case 'pages':
      return setPages(job, send)
    case 'count':
      return countFrames(job.file)
    case 'frame-size':
      return frameSize(job.file, job.index)
    case 'frame-png':
      return scaleToPng((await readFrame(job.file, job.index)).image, job.width)
    case 'attachments':
      return ((await readMail(job.file))?.attachments ?? []).map(describeAttachment)
    case 'attachment':
      return openAttachment(job)
    case 'embedded':
      return embeddedInFile(job.file)
    case 'rendering':
      return renderFile({ ...job, onPage: () => send('page') })
    case 'pdf':
      return runOffice(job.file, job.office)
  }
})

async function openAttachment({ file, index }: AttachmentJob): Promise<OpenedAttachment | null> {
  const attachment = (await readMail(file))?.attachments[index]
  return attachment ? { ...describeAttachment(attachment), bytes: attachment.bytes } : null
}

async function frameSize(file: DetectedFile, index: number): Promise<FrameSize> {
  const { image, pointsPerPixel } = await readFrame(file, index)
  return { width: image.width * pointsPerPixel, height: image.height * pointsPerPixel }
}

type PagesJob = Extract<ConvertJob, { readonly kind: 'pages' }>

async function setPages(
  { file, listsContained, withStructure }: PagesJob,
  send: (page: ConvertPart) => Promise<void>,
): Promise<SetDocument> {
  const mail = await readMail(file)
  let wordCount = 0
  const warnings: string[] = []
  // An archive has no page of its own.
  if (file.type.type !== 'zip')
    await typeset(
      mail ? mailFlow(mail) : readFlow(file),
      (page) => {
        wordCount += page.words.length
        return send(packPage(page))
      },
      { onWarning: (text) => warnings.push(text), withStructure },
    )
  const containedFiles = listsContained
    ? await listContainedFiles({ file, mail, wordCount })
    : { files: [], warnings: [] }
  return {
    attachments: (mail?.attachments ?? []).map(describeAttachment),
    contained: { ...containedFiles, warnings: [...warnings, ...containedFiles.warnings] },
  }
}
