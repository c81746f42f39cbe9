import { glob, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { drawScan } from '../../../features/text-service/testing/draw-scan.ts'
import { deployFields, sendOrders } from '../order-deployment.ts'
import { fileNameOf, orderFile, orderOf } from '../orders.ts'
import { executionOf } from './everything.ts'
import { judge, readFacts, type Verdict } from './judge.ts'
import { openKillable } from './killable.ts'
import { type StoryPlan, until } from './story.ts'

export type DearReadsReport = Verdict & {
  /** Texts that were kept. */
  readonly texts: number
  /** Texts that were written again after they were kept. */
  readonly readAgain: readonly string[]
}

/** Pictures that need OCR, while everything is killed: what was read once is not read again. */
export async function killDearReads(plan: StoryPlan): Promise<DearReadsReport> {
  await using cleaning = new AsyncDisposableStack()
  const killable = await openKillable(cleaning, plan)
  const person = await killable.admin()
  const deployment = await deployFields(person, {
    name: 'scans',
    modelUrl: killable.model.url,
    fields: [{ key: 'order_number', prompt: 'What is the order number?' }],
    sample: { ...(await orderFile(0)), field: 'file' },
  })
  const numbers = Array.from({ length: plan.documents }, (_, i) => 1 + i)
  const scans = await Promise.all(numbers.map(scanOf))
  executionOf(await sendOrders(person, deployment, { files: scans, seconds: 0 }))

  const texts = () => listTexts(killable.dataDir)
  const kept = new Map<string, string>()
  const readAgain = new Set<string>()
  const compare = async () => {
    for (const [path, identity] of await texts()) {
      const known = kept.get(path)
      if (known !== undefined && known !== identity) readAgain.add(path)
      kept.set(path, identity)
    }
  }
  const perKill = Math.max(1, Math.floor(plan.documents / (plan.kills + 1)))
  for (let turn = 0; turn < plan.kills; turn++) {
    const wanted = kept.size + perKill
    await until('more texts', async () => (await texts()).size >= Math.min(wanted, plan.documents))
    await killable.kill()
    await compare()
  }
  await killable.admin()
  const databaseUrl = await killable.product().databaseUrl()
  await until('every execution to end', async () =>
    (await readFacts(databaseUrl)).executions.every(({ status }) => status === 'COMPLETED'),
  )
  await compare()
  const found = await readFacts(databaseUrl)
  // The judge knows orders by the names that they have as PDFs.
  const files = found.files.map((one) => ({ ...one, file: one.file.replace(/png$/, 'pdf') }))
  const facts = { ...found, files }
  await killable.product().stop()
  const { interruptions, starts, model } = killable
  return {
    ...judge({ numbers, facts, log: model.logged(), interruptions, starts }),
    texts: kept.size,
    readAgain: [...readAgain],
  }
}

async function scanOf(number: number) {
  const content = await drawScan(`Order number: ${orderOf(number).order_number}`)
  const name = fileNameOf(number).replace(/pdf$/, 'png')
  return { name, content, field: 'files', type: 'image/png' }
}

/** Each text with what tells whether its file is still the same one: a text is renamed into its place. */
async function listTexts(dataDir: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const path of glob('files/documents/**/texts/*.json', { cwd: dataDir })) {
    const { ino, mtimeMs } = await stat(join(dataDir, path))
    found.set(path, `${ino} ${mtimeMs}`)
  }
  return found
}
