import type { Attachment } from '../model.ts'
import { serveProcess } from '../pool/serve-process.ts'
import type { ConvertAnswer, ConvertFile, ConvertJob, ConvertPart } from './convert-job.ts'
import { readFlow } from './read-flow.ts'
import { countFrames, encodePng, readFrame } from './read-image.ts'
import { runOffice } from './run-office.ts'
import { typeset } from './typeset.ts'

serveProcess<ConvertJob, ConvertAnswer, ConvertPart>(async (job, send) => {
  switch (job.kind) {
    case 'pages':
      await typeset(readFlow(job.file), send)
      return listAttachments(job.file)
    case 'count':
      return countFrames(job.file)
    case 'frame':
      return readFrame(job.file, job.index)
    case 'attachments':
      return listAttachments(job.file)
    case 'attachment':
      throw new RangeError('There is no such attachment.')
    case 'png':
      return encodePng(job.image, job.width)
    case 'pdf':
      return { bytes: await runOffice(job.file, job.office), width: 0, height: 0 }
  }
})

async function listAttachments(_: ConvertFile): Promise<readonly Attachment[]> {
  return []
}
