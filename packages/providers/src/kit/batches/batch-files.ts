import type { BatchResponse } from '@recto/provider-spec/llm-batches'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import type { BatchService } from './batch-service.ts'

const UploadedFile = z.object({ id: z.string() })

const FileList = z.object({
  data: z.array(z.object({ id: z.string(), filename: z.string().nullish() })),
})

type BatchWithFile = {
  /** The file is named after it. */
  readonly key: string
  readonly lines: readonly object[]
  readonly isRepeated: boolean
  /** Name of the parameter with the size of a page of files. */
  readonly sizeParameter: 'limit' | 'page_size'
  /** Creates the batch of a file, and returns its id. */
  readonly create: (fileId: string) => Promise<string>
}

/** Uploads the lines of a batch and creates it. No upload is left behind that belongs to no batch. */
export async function sendWithFile(
  service: BatchService,
  { key, lines, isRepeated, sizeParameter, create }: BatchWithFile,
): Promise<string> {
  const name = `${key}.jsonl`
  if (isRepeated) await deleteEarlierUploads(service, name, sizeParameter)
  const fields = { purpose: 'batch' }
  const { id } = await service.upload('/files', UploadedFile, { name, fields, lines })
  try {
    return await create(id)
  } catch (error) {
    // A service that did not say no may have created the batch, which needs its file.
    if (isRefusal(error)) await deleteFiles(service, [id]).catch(() => undefined)
    throw error
  }
}

const requestTimeout = 408

const isRefusal = (error: unknown) =>
  error instanceof ProviderError &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== requestTimeout

const maxListedFiles = 100

/** Deletes what was uploaded for a batch before it could be created. A failure leaves a file behind, and no more. */
async function deleteEarlierUploads(
  service: BatchService,
  name: string,
  sizeParameter: BatchWithFile['sizeParameter'],
): Promise<void> {
  try {
    // The newest come first.
    const path = `/files?purpose=batch&${sizeParameter}=${maxListedFiles}`
    const { data } = await service.ask(path, FileList)
    const ids = data.filter(({ filename }) => filename === name).map(({ id }) => id)
    await deleteFiles(service, ids)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
}

/** Reads the files with the replies and with the errors, of which a service may have either. */
export async function* readFiles(
  service: BatchService,
  fileIds: readonly (string | null | undefined)[],
  readLine: (text: string) => BatchResponse | undefined,
): AsyncGenerator<BatchResponse> {
  for (const fileId of fileIds.filter(Boolean)) {
    for await (const line of service.lines(pathOfFile(fileId, '/content'))) {
      const response = readLine(line)
      if (response) yield response
    }
  }
}

export async function deleteFiles(
  service: BatchService,
  fileIds: readonly (string | null | undefined)[],
): Promise<void> {
  for (const fileId of fileIds.filter(Boolean)) await service.tell(pathOfFile(fileId), 'DELETE')
}

const pathOfFile = (id: string | null | undefined, part = '') =>
  `/files/${encodeURIComponent(id ?? '')}${part}`
