import { checkInput } from './check-input.ts'
import { formatVersion } from './model.ts'
import { openWorkerPool } from './pool/open-worker-pool.ts'
import type { Reader } from './reader.ts'

export type ReaderLimits = {
  /** How many documents are read at the same time; each thread takes about 32 MB and more for its document. */
  readonly threads?: number
  /** For one document, from the moment that a thread takes it up. */
  readonly timeoutSeconds?: number
  /** For PDFium in one thread, the document's own bytes included. */
  readonly memoryMegabytes?: number
  readonly maxPages?: number
  readonly maxBytes?: number
}

/** Opens a reader of PDF documents. Nothing starts before the first document comes. */
export function openReader(limits: ReaderLimits = {}): Reader {
  const { maxPages = 5000, maxBytes = 200_000_000 } = limits
  const pool = openWorkerPool({
    worker: new URL('./pdf/pdf-worker.ts', import.meta.url),
    threads: limits.threads ?? 2,
    timeoutSeconds: limits.timeoutSeconds ?? 60,
    memoryMegabytes: limits.memoryMegabytes ?? 512,
  })

  const notYet = () => {
    throw new Error('Not built yet.')
  }
  return {
    readPages: notYet,
    inspect: notYet,
    openAttachment: notYet,
    drawPage: notYet,
    async read(given, { name, password, signal } = {}) {
      const bytes = checkInput({ bytes: given, maxBytes, ...(name ? { name } : {}) })
      const job = {
        bytes,
        maxPages,
        ...(name ? { name } : {}),
        ...(password === undefined ? {} : { password }),
      }
      return { formatVersion, pages: await pool.run(job, signal) }
    },
    close: () => pool.close(),
  }
}
