import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProduct } from '../../apps/server/src/entry/testing/start-product.ts'
import { watchHealth } from '../bench/watch-health.ts'
import { makeHostileFiles } from './hostile-files.ts'
import type { Sample } from './samples.ts'
import { makeInvoices, makeReceipts } from './synthetic-samples.ts'

export type HostileScores = {
  readonly files: number
  /** Median time of GET /health while the files were read, in milliseconds. */
  readonly healthMedian: number
  readonly healthWorst: number
  readonly healthAsked: number
  readonly seconds: number
  /** Outcome of each file. */
  readonly ends: readonly { readonly name: string; readonly end: string }[]
}

const keyCommand = fileURLToPath(
  new URL('../../apps/server/src/entry/text-service-key.ts', import.meta.url),
)
const patienceMilliseconds = 300_000

type Service = { readonly origin: string; readonly key: string }

/** Sends ten hostile files at once to the text service of the real product, which must stay responsive. */
export async function measureHostile(): Promise<HostileScores> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recto-bench-hostile-'))
  const product = startProduct({ dataDir })
  try {
    const origin = await product.ready
    const service = { origin, key: await readKey(dataDir) }
    const files = makeHostileFiles()
    // Warm-up: modules that are loaded lazily are loaded now.
    for (const file of await makeHarmlessFiles()) await endOf(service, file)
    const health = watchHealth(origin)
    const start = performance.now()
    const ends = await Promise.all(
      files.map(async (file) => ({ name: file.name, end: await endOf(service, file) })),
    )
    const seconds = (performance.now() - start) / 1000
    const healthTimes = await health.stop()
    const sorted = healthTimes.toSorted((a, b) => a - b)
    return {
      files: files.length,
      healthMedian: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      healthWorst: sorted.at(-1) ?? Number.NaN,
      healthAsked: sorted.length,
      seconds,
      ends,
    }
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Reads the key with the command that an operator would use. */
async function readKey(dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [keyCommand], {
    env: { ...process.env, RECTO_DATA_DIR: dataDir },
  })
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** Returns one file for each way of reading. */
async function makeHarmlessFiles(): Promise<Sample[]> {
  const [invoice] = await makeInvoices()
  const [receipt] = await makeReceipts()
  const table = { name: 'table.csv', bytes: new TextEncoder().encode('name,price\nBread,2.10\n') }
  return [invoice, receipt, table].filter((file) => file !== undefined)
}

async function endOf({ origin, key }: Service, { name, bytes }: Sample): Promise<string> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { 'unstract-key': key }
    const response = await fetch(`${origin}/api/v2/${path}`, { ...init, headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const query = new URLSearchParams({ mode: 'form', file_name: name })
  const reply = await ask(`whisper?${query}`, { method: 'POST', body: new Uint8Array(bytes) })
  if (reply.status !== 202) return `${reply.status} ${reply.body.message}`

  const hash = encodeURIComponent(String(reply.body.whisper_hash))
  const until = performance.now() + patienceMilliseconds
  while (performance.now() < until) {
    const { body } = await ask(`whisper-status?whisper_hash=${hash}`)
    if (body.status === 'error') return `error: ${body.message}`
    if (body.status === 'processed') return 'read'
    await pause(200)
  }
  return 'no end'
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
