import { detectType } from '@recto/document-reader/detect/detect-type'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Content } from '../../../platform/files/content.ts'
import type { ReceivedDocument } from '../../documents/documents.port.ts'
import { getDocumentMimeType, isSupportedType } from './document-types.ts'

export type UploadedFile = ReceivedDocument & { readonly name: string }

const maxNameLength = 255
const acceptedKinds = 'Upload a PDF, an image, an office document, an email or a text file'
/** Nobody asks for values of a program, even if its first bytes are text. */
const programName = /\.(?:exe|dll|msi|com|scr|so|dylib|dmg|iso|apk|jar|bin)$/i

/**
 * Rejects files that no reader can read, and files named .pdf that are not PDFs. Returns the file
 * with the type of its content, whatever type the sender declared.
 */
export async function checkUpload(
  { files }: Pick<Context, 'files'>,
  file: UploadedFile,
): Promise<UploadedFile> {
  const { name, size, content } = file
  if (name.length > maxNameLength) {
    throw invalid('file', `A file name can have at most ${maxNameLength} characters.`, 'max_length')
  }
  if (size === 0) throw invalid('file', `“${name}” is empty.`, 'empty')
  const type = detectType(await readHeadAndTail(files, content), name)
  if (/\.pdf$/i.test(name) && type.kind !== 'pdf') {
    throw invalid('file', `“${name}” is not a PDF: its content is ${type.label}.`)
  }
  if (!isSupportedType(type)) {
    const advice = type.type === 'heic' ? 'Export it as JPEG or PNG' : acceptedKinds
    throw invalid('file', `“${name}” cannot be used: its content is ${type.label}. ${advice}.`)
  }
  if (type.kind === 'text' && programName.test(name)) {
    throw invalid('file', `“${name}” cannot be used: it is named like a program. ${acceptedKinds}.`)
  }
  return { ...file, mimeType: getDocumentMimeType(type) }
}

const inspectedBytes = 64 * 1024

/** Office documents show their type at their beginning or at their end. */
async function readHeadAndTail(files: Context['files'], content: Content): Promise<Uint8Array> {
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  const chunks =
    'bytes' in content ? splitIntoChunks(content.bytes) : await files.read(content.path)
  for await (const chunk of chunks) {
    const missingBytes = inspectedBytes - head.length
    head = Buffer.concat([head, chunk.subarray(0, missingBytes)])
    tail = Buffer.concat([tail, chunk.subarray(Math.min(missingBytes, chunk.length))])
    tail = tail.subarray(Math.max(0, tail.length - inspectedBytes))
    if (head.length >= inspectedBytes && !isZip(head)) break
  }
  return Buffer.concat([head, tail])
}

function* splitIntoChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += inspectedBytes) yield bytes.subarray(i, i + inspectedBytes)
}

const isZip = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'PK\x03\x04'
