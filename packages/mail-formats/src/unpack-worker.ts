import { parentPort, workerData } from 'node:worker_threads'
import { runRequest, type UnpackRequest } from './run-request.ts'

/**
 * Works on one mail, and ends. A thread for each mail cannot keep the memory of an earlier one.
 */
async function work(request: UnpackRequest): Promise<void> {
  const result = await runRequest(request)
  parentPort?.postMessage(result)
}

await work(workerData as UnpackRequest)
