import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deployOrders } from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orderOf } from '../../../apps/server/src/entry/testing/orders.ts'
import {
  adminWith,
  signIn,
  startProduct,
} from '../../../apps/server/src/entry/testing/start-product.ts'
import { table } from '../figures.ts'
import type { Part } from '../part.ts'
import { proportionalMegabytesOf } from '../read-usage.ts'

const sizes = { full: { files: 10_000, kills: 5 }, quick: { files: 300, kills: 2 } }
const program = fileURLToPath(
  new URL('../../../packages/command-line/bin/recto.mjs', import.meta.url),
)

const atOnce = 8

/** Runs `recto run` on a folder of very many files, kills it several times, and restarts it until it is complete. */
export const measureFolder: Part = async ({ isQuick, print }) => {
  const { files, kills } = isQuick ? sizes.quick : sizes.full
  await using cleaning = new AsyncDisposableStack()
  const place = await mkdtemp(join(tmpdir(), 'recto-terminal-'))
  cleaning.defer(() => rm(place, { recursive: true, force: true }))
  const folder = join(place, 'orders')
  await writeNotes(folder, files)
  const env = { RECTO_SAMPLE: 'off' }
  const product = startProduct({ dataDir: await mkdtemp(join(place, 'data-')), env })
  cleaning.defer(() => product.kill())
  const origin = await product.ready
  const admin = adminWith(await signIn(origin), origin)
  const { path, key } = await deployOrders(admin, { name: 'folder', fields: 1 })
  const outputFile = join(place, 'out.csv')
  const run = () => {
    const args = [
      'run',
      folder,
      '--to',
      'csv',
      '--out',
      outputFile,
      '--at-once',
      `${atOnce}`,
      '--json',
    ]
    const variables = { RECTO_ADDRESS: `${origin}${path}`, RECTO_KEY: key }
    const child = spawn(program, args, {
      stdio: 'ignore',
      env: { ...process.env, ...variables },
    })
    cleaning.defer(() => void child.kill('SIGKILL'))
    return child
  }

  const startedAt = performance.now()
  let megabytes = 0
  for (let kill = 1; kill <= kills; kill++) {
    const child = run()
    await untilSettled(folder, (kill * files) / (kills + 1), child)
    megabytes = Math.max(megabytes, proportionalMegabytesOf([child.pid ?? 0]))
    child.kill('SIGKILL')
    await once(child, 'exit')
    print(`killed after ${await settledIn(folder)} of ${files}`)
  }
  const [code] = await once(run(), 'exit')
  const seconds = (performance.now() - startedAt) / 1000
  const rows = (await readFile(outputFile, 'utf8')).split('\n')
  const right = rows.filter((row) => /note \d+\.txt.*PO-/.test(row)).length
  const { body } = await admin.get('execution/?execution_entity=API&page_size=1')
  const figures: Figures = { files, kills, seconds, rows: right, runs: body.count, megabytes }
  const complaints = [
    ...(code === 0 ? [] : [`it ended with ${code}`]),
    ...(right === files ? [] : [`${right} rows with values of ${files}`]),
    // Files in flight at a kill are sent again, and only those.
    ...(body.count <= files + kills * atOnce ? [] : [`${body.count} runs for ${files} files`]),
  ]
  return { figures, tables: [present(figures)], complaints: complaints }
}

async function writeNotes(folder: string, count: number): Promise<void> {
  await mkdir(folder)
  for (let n = 1; n <= count; n++) {
    await writeFile(join(folder, `note ${n}.txt`), `Order number: ${orderOf(n).order_number}\n`)
  }
}

/** Counts the files that the run log records as finished. */
async function settledIn(folder: string): Promise<number> {
  const text = await readFile(join(folder, '.recto-run.jsonl'), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line.includes('"values"')).length
}

async function untilSettled(
  folder: string,
  minSettled: number,
  child: ChildProcess,
): Promise<void> {
  while ((await settledIn(folder)) < minSettled) {
    if (child.exitCode !== null) throw new Error(`recto run ended with ${child.exitCode}`)
    await sleep(200)
  }
}

type Figures = {
  readonly files: number
  readonly kills: number
  readonly seconds: number
  readonly rows: number
  readonly runs: number
  /** Peak memory of the command. */
  readonly megabytes: number
}

function present({ files, kills, seconds, rows, runs, megabytes }: Figures): string {
  return table([
    ['recto run, killed', 'files', 'seconds', 'rows', 'runs', 'MB of the command'],
    [
      `${kills} times`,
      String(files),
      seconds.toFixed(0),
      String(rows),
      String(runs),
      megabytes.toFixed(0),
    ],
  ])
}
