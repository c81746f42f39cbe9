import { parentPort, workerData } from 'node:worker_threads'
import { runRequest, type ThreadRequest } from './run-request.ts'

parentPort?.postMessage(await runRequest(workerData as ThreadRequest))
