import { createHash, randomUUID } from 'node:crypto'
import { Transform } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Upload } from './session.ts'

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
    throw tooLarge(error) ?? error
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
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await files.write(path, part.file.pipe(measure))
  if (part.file.truncated) {
    await files.delete(path)
    throw fileTooLarge(part.filename)
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
  const code = (error as { code?: string }).code
  return code === 'FST_REQ_FILE_TOO_LARGE' ? fileTooLarge('The file') : undefined
}

function fileTooLarge(name: string): AppError {
  const limit = `${maxUploadBytes / 1024 / 1024} MB`
  return new AppError('too-large', [
    { code: 'error', detail: `${name} is larger than ${limit}.`, attr: null },
  ])
}
