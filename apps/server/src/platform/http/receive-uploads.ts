import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { multipartLimits } from '@recto/contract/limits'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../app-error.ts'
import { type Content, discardContent } from '../files/content.ts'
import type { FileStore } from '../files/file-store.ts'
import { uploadFolder } from '../files/passing-folders.ts'
import { maxSmallBytes, readAhead } from '../files/read-ahead.ts'
import type { Upload } from '../files/upload.ts'

const maxUploadBytes = multipartLimits.bytesOfFile

/** What may stay in memory of one request's files. */
const maxMemoryBytes = 8 * 1024 * 1024

type Received = { readonly fields: Record<string, unknown>; readonly uploads: readonly Upload[] }

/**
 * Takes the files of a multipart request, small ones into memory and others into the file store, and
 * gathers its fields. A field that is repeated becomes a list. What was taken is given up again when
 * a later part is refused.
 */
export async function receiveUploads(request: FastifyRequest, files: FileStore): Promise<Received> {
  const fields: Record<string, unknown> = {}
  const uploads: Upload[] = []
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'file') uploads.push(await take(part, files, roomBeside(uploads)))
      else addField(fields, part.fieldname, part.value)
    }
  } catch (error) {
    await discard(uploads, files)
    throw tooLarge(error) ?? brokenForm(error) ?? error
  }
  return { fields, uploads }
}

/**
 * The parts of a form. Whatever its parser says is the fault of what was sent: a boundary that is too long, a
 * header that is none. Limits say by their status which they are.
 */
async function* partsOf(request: FastifyRequest) {
  const parts = request.parts()
  const next = async () => {
    try {
      return await parts.next()
    } catch (error) {
      throw hasStatus(error) ? error : unreadable(error)
    }
  }
  try {
    for (let part = await next(); !part.done; part = await next()) yield part.value
  } finally {
    await parts.return?.()
  }
}

const hasStatus = (error: unknown) =>
  typeof (error as { statusCode?: unknown } | undefined)?.statusCode === 'number'

export async function discard(uploads: readonly Upload[], files: FileStore): Promise<void> {
  await Promise.all(uploads.map(({ content }) => discardContent(files, content)))
}

/** What another file of the request may take of the memory. */
function roomBeside(uploads: readonly Upload[]): number {
  const taken = uploads.map(({ content }) => ('bytes' in content ? content.bytes.length : 0))
  const left = maxMemoryBytes - taken.reduce((sum, one) => sum + one, 0)
  return Math.min(maxSmallBytes, left)
}

async function take(part: MultipartFile, files: FileStore, maxInMemory: number): Promise<Upload> {
  const hash = createHash('sha256')
  let size = 0
  // By iteration, so that a caller who goes away half-way ends the writing too.
  async function* measured() {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const content = await takeContent(measured(), files, maxInMemory)
  if (part.file.truncated) {
    await discardContent(files, content)
    throw fileTooLarge(part.fieldname, part.filename)
  }
  const { fieldname: field, filename: name, mimetype: mimeType } = part
  return { field, name, mimeType, size, hash: hash.digest('hex'), content }
}

async function takeContent(
  source: AsyncIterable<Uint8Array>,
  files: FileStore,
  maxInMemory: number,
): Promise<Content> {
  const ahead = await readAhead(source, maxInMemory)
  if ('bytes' in ahead) return ahead
  const path = `${uploadFolder}/${randomUUID()}`
  await files.write(path, Readable.from(ahead.whole, { objectMode: false }))
  return { path }
}

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const before = fields[name]
  if (before === undefined) fields[name] = value
  else fields[name] = Array.isArray(before) ? [...before, value] : [before, value]
}

function tooLarge(error: unknown): AppError | undefined {
  const { code, part } = error as { code?: string; part?: { fieldname?: string } }
  return code === 'FST_REQ_FILE_TOO_LARGE'
    ? fileTooLarge(part?.fieldname ?? 'file', 'The file')
    : undefined
}

const endedEarly = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'FST_MP_PREMATURE_CLOSE']

/** The form is cut short or is no form; the parser's errors have nothing but their texts. */
function brokenForm(cause: unknown): AppError | undefined {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const { code = '' } = error as { code?: string }
    if (!/multipart/i.test(error.message) && !endedEarly.includes(code)) continue
    return unreadable(cause)
  }
  return undefined
}

function unreadable(cause: unknown): AppError {
  const detail = 'Multipart form parse error.'
  return new AppError('bad-request', [{ code: 'parse_error', detail, attr: null }], { cause })
}

function fileTooLarge(field: string, name: string): AppError {
  return invalid(field, `${name} is larger than ${maxUploadBytes / 1024 / 1024} MB.`)
}
