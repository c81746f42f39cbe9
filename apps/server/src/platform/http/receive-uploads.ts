import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../app-error.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Upload } from '../files/upload.ts'

export const maxUploadBytes = 200 * 1024 * 1024

type Received = { readonly fields: Record<string, unknown>; readonly uploads: readonly Upload[] }

/**
 * Streams the files of a multipart request into the file store and gathers its fields. A field that
 * is repeated becomes a list. What was stored is removed again when a later part is refused.
 */
export async function receiveUploads(request: FastifyRequest, files: FileStore): Promise<Received> {
  const fields: Record<string, unknown> = {}
  const uploads: Upload[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') uploads.push(await store(part, files))
      else addField(fields, part.fieldname, part.value)
    }
  } catch (error) {
    await discard(uploads, files)
    throw tooLarge(error) ?? brokenForm(error) ?? error
  }
  return { fields, uploads }
}

export async function discard(uploads: readonly Upload[], files: FileStore): Promise<void> {
  await Promise.all(uploads.map(({ path }) => files.delete(path)))
}

async function store(part: MultipartFile, files: FileStore): Promise<Upload> {
  const path = `uploads/${randomUUID()}`
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
  await files.write(path, Readable.from(measured(), { objectMode: false }))
  if (part.file.truncated) {
    await files.delete(path)
    throw fileTooLarge(part.fieldname, part.filename)
  }
  return {
    field: part.fieldname,
    name: part.filename,
    mimeType: part.mimetype,
    size,
    hash: hash.digest('hex'),
    path,
  }
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
    const detail = 'Multipart form parse error.'
    return new AppError('bad-request', [{ code: 'parse_error', detail, attr: null }], { cause })
  }
  return undefined
}

function fileTooLarge(field: string, name: string): AppError {
  return invalid(field, `${name} is larger than ${maxUploadBytes / 1024 / 1024} MB.`)
}
