import { openProcessPool } from '../workers/open-process-pool.ts'

/** Seconds: the weights are loaded once and tried on one picture. */
const patience = 60
const memoryMegabytes = 1500

/**
 * Loads and tries the OCR models of a folder in a process of its own. Throws `ReadError` (`broken-file`) that says what is wrong
 * with them.
 */
export async function checkOcrModels(folder: string): Promise<void> {
  const pool = openProcessPool<string, true>({
    program: new URL('./check-models-process.ts', import.meta.url),
    processes: 1,
    timeoutSeconds: patience,
    memoryMegabytes,
  })
  try {
    await pool.run(folder)
  } finally {
    await pool.close()
  }
}
