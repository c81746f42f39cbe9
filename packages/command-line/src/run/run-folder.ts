import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { CallRefused, type DeploymentClient } from '@recto/client/deployment'
import { type DocumentValues, valuesOf } from '../values-of.ts'
import { type FolderResult, openFolderState } from './folder-state.ts'

type RunFolderOptions = {
  readonly folder: string
  readonly deployment: DeploymentClient
  readonly stateFile: string
  /** Number of files processed at the same time. */
  readonly concurrency: number
  /** Called after each file. */
  readonly onFile: (count: { readonly done: number; readonly total: number }) => void
}

/**
 * Sends every file of a folder and its subfolders, and stores the results in a state file. Calling
 * it again resumes: unchanged files with values are not sent again, and a file that was in flight
 * when the process ended is requested again with the same idempotency key, so it is not run twice.
 * If its result was already delivered, which happens only once, the values are taken from the
 * earlier run of the same content.
 */
export async function runFolder(input: RunFolderOptions): Promise<readonly FolderResult[]> {
  const { folder, stateFile, deployment, concurrency, onFile } = input
  const files = await filesIn(folder, stateFile)
  const state = await openFolderState(stateFile)
  const queue = files.values()
  const total = files.length
  let done = 0

  async function runWorker(): Promise<void> {
    for (const file of queue) {
      await processFile(file)
      done += 1
      onFile({ done, total })
    }
  }

  async function processFile(file: string): Promise<void> {
    const openedFile = await open(join(folder, file))
    if (!openedFile) return state.add({ file, hash: '', error: 'The file cannot be read.' })
    const { hash, content } = openedFile
    if (!state.has(file, hash)) await state.add({ file, hash, ...(await run(file, hash, content)) })
  }

  async function run(file: string, hash: string, content: Blob): Promise<DocumentValues> {
    const earlierSend = state.sentAs(file, hash)
    const documents = [{ name: basename(file), content }]
    if (earlierSend !== undefined) {
      const { sent: idempotencyKey, takesEarlier = false } = earlierSend
      const values = await extract({ documents, idempotencyKey, takesEarlier })
      if (values !== 'read before') return values
    }
    const idempotencyKey = randomUUID()
    // The result was delivered when nobody could store it, so it is fetched again without paying
    // again.
    const takesEarlier = earlierSend !== undefined
    await state.recordSent({ file, hash, sent: idempotencyKey, takesEarlier })
    const values = await extract({ documents, idempotencyKey, takesEarlier })
    return values === 'read before'
      ? { error: 'The result was already fetched by another client.' }
      : values
  }

  const extract = (request: Parameters<DeploymentClient['extract']>[0]) =>
    deployment.extract(request).then(valuesOf).catch(failureOf)

  await Promise.all(Array.from({ length: Math.min(concurrency, total) }, runWorker))
  const present = new Set(files)
  return state.all().filter(({ file }) => present.has(file))
}

const readBefore = 406

/** Rethrows permanent refusals, because every further file would be refused too. */
function failureOf(error: unknown): DocumentValues | 'read before' {
  if (!(error instanceof CallRefused)) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
  if (error.isPermanent) throw error
  return error.status === readBefore ? 'read before' : { error: error.message }
}

/** Returns `undefined` for a file that was removed or cannot be read. */
async function open(path: string) {
  try {
    const content = await openAsBlob(path)
    const hash = createHash('sha256')
    for await (const chunk of content.stream()) hash.update(chunk)
    return { content, hash: hash.digest('hex') }
  } catch {
    return undefined
  }
}

/** Lists files, leaving out hidden ones and the state file itself. */
async function filesIn(folder: string, stateFile: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path !== stateFile)
    .map((path) => relative(folder, path))
    .sort()
}
