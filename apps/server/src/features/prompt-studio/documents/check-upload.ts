import { detectType } from '@recto/document-reader/detect/detect-type'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Content } from '../../../platform/files/content.ts'
import type { ArrivedDocument } from '../../documents/documents.port.ts'
import { isReadable, mimeTypeOf } from './document-types.ts'

/** A file as it came. */
export type ArrivedFile = ArrivedDocument & { readonly name: string }

const maxNameLength = 255

/**
 * Refuses what no reader reads, and what is called a PDF and is none. Returns the file with the type
 * that its content has, whatever the sender has said.
 */
export async function checkUpload(
  { files }: Pick<Context, 'files'>,
  file: ArrivedFile,
): Promise<ArrivedFile> {
  const { name, size, content } = file
  if (name.length > maxNameLength) {
    throw invalid('file', `A file name can have at most ${maxNameLength} characters.`, 'max_length')
  }
  if (size === 0) throw invalid('file', `“${name}” is empty.`, 'empty')
  const type = detectType(await readEnds(files, content), name)
  if (/\.pdf$/i.test(name) && type.kind !== 'pdf') {
    throw invalid('file', `“${name}” is not a PDF: its content is ${type.label}.`)
  }
  if (!isReadable(type)) {
    const advice =
      type.type === 'heic'
        ? 'Export it as JPEG or PNG'
        : 'PDF, pictures, office documents, mail and text can be uploaded'
    throw invalid('file', `“${name}” cannot be used: its content is ${type.label}. ${advice}.`)
  }
  return { ...file, mimeType: mimeTypeOf(type) }
}

const endSize = 64 * 1024

/** Office documents say what they are at their beginning or at their end. */
async function readEnds(files: Context['files'], content: Content): Promise<Uint8Array> {
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  const chunks = 'bytes' in content ? inChunks(content.bytes) : await files.read(content.path)
  for await (const chunk of chunks) {
    const room = endSize - head.length
    head = Buffer.concat([head, chunk.subarray(0, room)])
    tail = Buffer.concat([tail, chunk.subarray(Math.min(room, chunk.length))])
    tail = tail.subarray(Math.max(0, tail.length - endSize))
    if (head.length >= endSize && !isPacked(head)) break
  }
  return Buffer.concat([head, tail])
}

function* inChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += endSize) yield bytes.subarray(i, i + endSize)
}

const isPacked = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'PK\x03\x04'
