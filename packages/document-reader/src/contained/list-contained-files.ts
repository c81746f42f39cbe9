import { posix } from 'node:path'
import { ReadError } from '@recto/document-text/read-error'
import type { DetectedFile } from '../detect/file-type.ts'
import { measureImage } from '../images/measure-image.ts'
import type { Mail, MailAttachment } from '../mail/mail-flow.ts'
import { openZip, type Zip } from '../office/parts/open-zip.ts'
import {
  type ContainedFile,
  type ContainedFiles,
  containedLimits,
  describeUnread,
} from './contained-files.ts'
import { listScans } from './list-scans.ts'

type Container = {
  readonly file: DetectedFile
  /** The mail that the file is. */
  readonly mail: Mail | undefined
  /** Words on the pages that the file itself gives. */
  readonly wordCount: number
}

/** Lists the files in a mail or an archive, and the scanned pages in an office document. Throws `ReadError`. */
export async function listContainedFiles(container: Container): Promise<ContainedFiles> {
  const { file, mail } = container
  if (mail) return { files: await listAttachedDocuments(mail.attachments), warnings: [] }
  if (file.type.type === 'zip') return unpackArchive(file.bytes)
  return await listScans(container)
}

/** They prove who wrote a mail, and contain nothing to read. */
const signatureTypes = /^application\/(?:x-)?(?:pkcs7-signature|pgp-signature)\b/i
/** Pixels: a smaller picture within the text of a mail is a logo or a symbol. */
const minInlinePixels = 200_000

async function listAttachedDocuments(
  attachments: readonly MailAttachment[],
): Promise<ContainedFile[]> {
  const files: ContainedFile[] = []
  for (const attachment of attachments) {
    if (files.length > containedLimits.maxFiles) break
    const { name, bytes } = attachment
    if (!(await isDecoration(attachment))) files.push({ name, bytes })
  }
  return files
}

async function isDecoration({ mimeType, bytes, isInline }: MailAttachment): Promise<boolean> {
  if (signatureTypes.test(mimeType)) return true
  if (!isInline || !/^image\//i.test(mimeType)) return false
  return (await measureImage(bytes)) < minInlinePixels
}

function unpackArchive(bytes: Uint8Array): ContainedFiles {
  const zip = openZip(bytes)
  const files: ContainedFile[] = []
  const warnings: string[] = []
  let unpackedBytes = 0
  for (const path of zip.names.filter(isDocument)) {
    // The reader reports that there is more than it reads.
    const count = files.length + warnings.length
    if (count > containedLimits.maxFiles || unpackedBytes > containedLimits.maxBytes) break
    const content = unpackMember(zip, path)
    if (typeof content === 'string') {
      warnings.push(content)
      continue
    }
    unpackedBytes += content.length
    files.push({ name: path, bytes: content })
  }
  return { files, warnings }
}

/** Returns the content, or a sentence that says why there is none. */
function unpackMember(zip: Zip, path: string): Uint8Array | string {
  try {
    return zip.read(path) ?? new Uint8Array()
  } catch (error) {
    if (error instanceof ReadError) return describeUnread(path, error.message)
    throw error
  }
}

/** Folders, and what file managers put beside the files of an archive, are no documents. */
function isDocument(path: string): boolean {
  if (path.endsWith('/') || path.startsWith('__MACOSX/')) return false
  return !posix.basename(path).startsWith('.')
}
