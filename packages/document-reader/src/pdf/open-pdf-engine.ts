import { setImmediate } from 'node:timers/promises'
import { openThreadPool, type ThreadPool } from '../workers/open-thread-pool.ts'
import type { PdfFile } from './document/open-pdf.ts'
import type { PdfJob, PdfResult, PdfTasks, PdfWorkerSettings } from './pdf-tasks.ts'

type PdfEngineSettings = PdfWorkerSettings & {
  readonly threads: number
  readonly timeoutSeconds: number
}

export type PdfEngine = {
  /**
   * Throws `ReadError`. Bytes that are shared already are not copied. An order that depends on the
   * moment is made when a thread takes it up.
   */
  run<Task extends keyof PdfTasks>(
    task: Task,
    file: PdfFile,
    order: PdfTasks[Task]['order'] | (() => PdfTasks[Task]['order']),
    signal?: AbortSignal,
  ): Promise<PdfTasks[Task]['result']>
  close(): Promise<void>
}

/** PDFium in threads with a time limit for every task and a memory limit. */
export function openPdfEngine(settings: PdfEngineSettings): PdfEngine {
  const { threads, timeoutSeconds, memoryMegabytes } = settings
  const pool: ThreadPool<PdfJob, PdfResult> = openThreadPool({
    program: new URL('./pdf-worker.ts', import.meta.url),
    workerData: { memoryMegabytes } satisfies PdfWorkerSettings,
    threads,
    timeoutSeconds,
  })
  return {
    async run(task, pdfFile, order, signal) {
      const file = { ...pdfFile, bytes: await shareBytes(pdfFile.bytes) }
      // A task, its order and its result belong together, which a union parameter cannot express.
      const makeJob = () =>
        ({ task, file, order: typeof order === 'function' ? order() : order }) as unknown as PdfJob
      return (await pool.run(makeJob, {
        name: file.name,
        signal,
      })) as PdfTasks[typeof task]['result']
    },
    close: () => pool.close(),
  }
}

const bytesPerTurn = 8_000_000

/**
 * Returns a shared copy that many threads can read without copying; bytes that are shared already
 * are returned as they are.
 */
export async function shareBytes(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  for (let start = 0; start < bytes.length; start += bytesPerTurn) {
    if (start > 0) await setImmediate()
    shared.set(bytes.subarray(start, start + bytesPerTurn), start)
  }
  return shared
}
