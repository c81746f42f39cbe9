import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { multipartLimits } from '@recto/contract/wire/limits'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../app-error.ts'
import { type Content, discardContent } from '../files/content.ts'
import type { FileStore } from '../files/file-store.ts'
import { maxInMemoryBytes, readAhead } from '../files/read-ahead.ts'
import { uploadFolder } from '../files/temporary-folders.ts'
import type { Upload } from '../files/upload.ts'

const maxUploadBytes = multipartLimits.bytesOfFile

/** Maximum memory for the files of one request. */
const maxMemoryBytes = 8 * 1024 * 1024

type ReceivedForm = {
  readonly fields: Record<string, unknown>
  readonly uploads: readonly Upload[]
}

/**
 * Receives the files of a multipart request, small ones into memory and others into the file store,
 * and collects its fields. A repeated field becomes a list. If a later part is refused, everything
 * received is discarded.
 */
export async function receiveUploads(
  request: FastifyRequest,
  files: FileStore,
): Promise<ReceivedForm> {
  const fields: Record<string, unknown> = {}
  const uploads: Upload[] = []
  try {
    for await (const part of readParts(request)) {
      if (part.type === 'file') uploads.push(await receiveFile(part, files, getFreeMemory(uploads)))
      else addField(fields, part.fieldname, part.value)
    }
  } catch (error) {
    await discardUploads(uploads, files)
    throw toTooLargeError(error) ?? toBrokenFormError(error) ?? error
  }
  return { fields, uploads }
}

/**
 * Reads the parts of a form. Errors of the parser, such as for a malformed boundary or header, are
 * the sender's fault; exceeded limits have a status of their own.
 */
async function* readParts(request: FastifyRequest) {
  const parts = request.parts()
  const next = async () => {
    try {
      return await parts.next()
    } catch (error) {
      throw hasStatus(error) ? error : createParseError(error)
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

export async function discardUploads(uploads: readonly Upload[], files: FileStore): Promise<void> {
  await Promise.all(uploads.map(({ content }) => discardContent(files, content)))
}

/** Returns how much memory another file of the request may use. */
function getFreeMemory(uploads: readonly Upload[]): number {
  const sizes = uploads.map(({ content }) => ('bytes' in content ? content.bytes.length : 0))
  const freeBytes = maxMemoryBytes - sizes.reduce((sum, size) => sum + size, 0)
  return Math.min(maxInMemoryBytes, freeBytes)
}

async function receiveFile(
  part: MultipartFile,
  files: FileStore,
  maxInMemory: number,
): Promise<Upload> {
  const hash = createHash('sha256')
  let size = 0
  // Iterated, so that a disconnect of the caller also ends the writing.
  async function* measureFile() {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const content = await receiveContentOf(measureFile(), files, maxInMemory)
  if (part.file.truncated) {
    await discardContent(files, content)
    throw createFileTooLargeError(part.fieldname, unquote(part.filename))
  }
  const { fieldname: field, mimetype: mimeType } = part
  const name = unquote(part.filename)
  return { field, name, mimeType, size, hash: hash.digest('hex'), content }
}

/** Browsers write a quotation mark in the name of a file so; nothing else is escaped there (WHATWG, multipart/form-data). */
function unquote(fileName: string): string {
  return fileName.replaceAll('%22', '"')
}

async function receiveContentOf(
  source: AsyncIterable<Uint8Array>,
  files: FileStore,
  maxInMemory: number,
): Promise<Content> {
  const readResult = await readAhead(source, maxInMemory)
  if ('bytes' in readResult) return readResult
  const path = `${uploadFolder}/${randomUUID()}`
  await files.write(path, Readable.from(readResult.source, { objectMode: false }))
  return { path }
}

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const previous = fields[name]
  if (previous === undefined) fields[name] = value
  else fields[name] = Array.isArray(previous) ? [...previous, value] : [previous, value]
}

function toTooLargeError(error: unknown): AppError | undefined {
  const { code, part } = error as { code?: string; part?: { fieldname?: string } }
  return code === 'FST_REQ_FILE_TOO_LARGE'
    ? createFileTooLargeError(part?.fieldname ?? 'file', 'The file')
    : undefined
}

const prematureEndCodes = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'FST_MP_PREMATURE_CLOSE']

/**
 * Converts errors of an incomplete or malformed form; the parser's errors can be told apart only by
 * their texts.
 */
function toBrokenFormError(cause: unknown): AppError | undefined {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const { code = '' } = error as { code?: string }
    if (!/multipart/i.test(error.message) && !prematureEndCodes.includes(code)) continue
    return createParseError(cause)
  }
  return undefined
}

function createParseError(cause: unknown): AppError {
  const detail = 'Multipart form parse error.'
  return new AppError('bad-request', [{ code: 'parse_error', detail, attr: null }], { cause })
}

function createFileTooLargeError(field: string, name: string): AppError {
  return invalid(field, `${name} is larger than ${maxUploadBytes / 1024 / 1024} MB.`)
}
