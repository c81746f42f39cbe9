import { openThreadPool, type ThreadPool } from '../pool/open-thread-pool.ts'
import type { PdfFile } from './open-pdf.ts'
import type { PdfAnswer, PdfJob, PdfTasks, PdfWorkerSettings } from './pdf-tasks.ts'

export type PdfEngineSettings = PdfWorkerSettings & {
  readonly threads: number
  readonly timeoutSeconds: number
}

export type PdfEngine = {
  /** Throws `ReadError`. Share the file's bytes first when more than one thing is asked of it. */
  ask<Task extends keyof PdfTasks>(
    task: Task,
    file: PdfFile,
    order: PdfTasks[Task]['order'],
    signal?: AbortSignal,
  ): Promise<PdfTasks[Task]['answer']>
  close(): Promise<void>
}

/** PDFium in threads with a time limit for every task and a memory limit. */
export function openPdfEngine(settings: PdfEngineSettings): PdfEngine {
  const { threads, timeoutSeconds, memoryMegabytes } = settings
  const pool: ThreadPool<PdfJob, PdfAnswer> = openThreadPool({
    program: new URL('./pdf-worker.ts', import.meta.url),
    workerData: { memoryMegabytes } satisfies PdfWorkerSettings,
    threads,
    timeoutSeconds,
  })
  return {
    ask(task, file, order, signal) {
      // A task and its order belong together, and so does its answer; the union cannot say that of a parameter.
      const job = { task, file, order } as unknown as PdfJob
      return pool.run(job, { name: file.name, signal }) as Promise<PdfTasks[typeof task]['answer']>
    },
    close: () => pool.close(),
  }
}

/** A copy that many threads read without copies of their own. */
export function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}
