import { glob, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { drawScan } from '../../../features/text-service/testing/draw-scan.ts'
import type { Corpus } from '../corpus.ts'
import { sendOrders } from '../order-deployment.ts'
import { fileNameOf, orderFields, orderOf, orders } from '../orders.ts'
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

const scanNameOf = (number: number) => fileNameOf(number).replace(/pdf$/, 'png')

/** Orders as scans of one line. */
const scans: Corpus = {
  ...orders,
  fields: orderFields.slice(0, 1),
  fileNameOf: scanNameOf,
  async fileOf(number) {
    const content = await drawScan(`Order number: ${orderOf(number).order_number}`)
    return { name: scanNameOf(number), content, field: 'files', type: 'image/png' }
  },
}

/** Pictures that need OCR, while everything is killed: what was read once is not read again. */
export async function killDearReads(plan: StoryPlan): Promise<DearReadsReport> {
  await using cleaning = new AsyncDisposableStack()
  const { corpus = scans } = plan
  const killable = await openKillable(cleaning, { ...plan, corpus })
  const { deployment } = killable
  const person = await killable.admin()
  const numbers = Array.from({ length: plan.documents }, (_, i) => 1 + i)
  const files = await Promise.all(numbers.map(corpus.fileOf))
  executionOf(await sendOrders(person, deployment, { files, seconds: 0 }))

  const texts = () => listTexts(killable.dataDir)
  const storedTexts = new Map<string, string>()
  const readAgain = new Set<string>()
  const compare = async () => {
    for (const [path, identity] of await texts()) {
      const storedText = storedTexts.get(path)
      if (storedText !== undefined && storedText !== identity) readAgain.add(path)
      storedTexts.set(path, identity)
    }
  }
  const perKill = Math.max(1, Math.floor(plan.documents / (plan.kills + 1)))
  for (let turn = 0; turn < plan.kills; turn++) {
    const expectedSize = storedTexts.size + perKill
    await until(
      'more texts',
      async () => (await texts()).size >= Math.min(expectedSize, plan.documents),
    )
    await killable.kill()
    await compare()
  }
  await killable.admin()
  const databaseUrl = await killable.product().databaseUrl()
  await until('every execution to end', async () =>
    (await readFacts(databaseUrl)).executions.every(({ status }) => status === 'COMPLETED'),
  )
  await compare()
  const facts = await readFacts(databaseUrl)
  await killable.product().stop()
  const { interruptions, starts, model } = killable
  return {
    ...judge({ corpus, numbers, facts, log: model.logged(), interruptions, starts }),
    texts: storedTexts.size,
    readAgain: [...readAgain],
  }
}

/** Each text with what tells whether its file is still the same one: a text is renamed into its place. */
async function listTexts(dataDir: string): Promise<Map<string, string>> {
  const textsByPath = new Map<string, string>()
  for await (const path of glob('files/documents/**/texts/*.json', { cwd: dataDir })) {
    const { ino, mtimeMs } = await stat(join(dataDir, path))
    textsByPath.set(path, `${ino} ${mtimeMs}`)
  }
  return textsByPath
}
