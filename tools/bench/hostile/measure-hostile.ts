import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  deployFields,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import type { TestFile } from '../../../apps/server/src/testing/people.ts'
import { awaitExecution } from '../await-execution.ts'
import { quantile, table, worstOf } from '../figures.ts'
import { type BenchInstallation, openInstallation } from '../installation.ts'
import type { Part } from '../part.ts'
import { startModels } from '../start-models.ts'
import { RefusedRequestError, throwOnError } from '../throw-on-error.ts'
import { watchHealth } from '../watch-health.ts'
import { type HostileInput, makeHostileInputs } from './hostile-inputs.ts'
import { judgeReply, type ReplyOutcome } from './judge-reply.ts'

type HostileRow = ReplyOutcome & {
  readonly name: string
  readonly seconds: number
  readonly healthP50Milliseconds: number
  readonly healthWorstMilliseconds: number
}

const patienceSeconds = { full: 300, quick: 120 }

/** Sends very large inputs one by one, and measures `/health` at the same time. */
export const measureHostile: Part = async ({ isQuick, print }) => {
  const patience = isQuick ? patienceSeconds.quick : patienceSeconds.full
  const rows: HostileRow[] = []
  let stage: Stage | undefined
  try {
    for (const input of makeHostileInputs()) {
      print(`${input.name} …`)
      stage ??= await openStage(patience)
      const row = await measureInput(stage, input, patience)
      rows.push(row)
      if (row.kind !== 'none') continue
      // The input may still be running and would delay the next one.
      await stage.cleaning.disposeAsync()
      stage = undefined
    }
  } finally {
    await stage?.cleaning.disposeAsync()
  }
  const complaints = rows.filter(({ kind }) => kind === 'wrong' || kind === 'none')
  return {
    figures: rows,
    tables: [present(rows)],
    complaints: complaints.map(({ name, says }) => `${name}: ${says}`),
  }
}

type Stage = {
  readonly installation: BenchInstallation
  readonly modelUrl: string
  readonly cleaning: AsyncDisposableStack
}

async function openStage(patience: number): Promise<Stage> {
  await using cleaning = new AsyncDisposableStack()
  const installation = await openInstallation(cleaning)
  const [model] = await startModels([0], cleaning)
  const stage = { installation, modelUrl: model!.url }
  const [usual] = makeHostileInputs()
  // Warm-up: modules that are loaded lazily are loaded now.
  await runInput(stage, { input: usual!, file: await usual!.file(), patience })
  return { ...stage, cleaning: cleaning.move() }
}

async function measureInput(
  stage: Stage,
  input: HostileInput,
  patience: number,
): Promise<HostileRow> {
  const file = await input.file()
  const health = watchHealth(stage.installation.origin)
  const start = performance.now()
  // A completely blocked server would not report the end either, so the wait has a limit.
  const noEnd = sleep(patience * 1000, judgeReply(undefined, input.answer), { ref: false })
  const end = await Promise.race([runInput(stage, { input, file, patience }), noEnd])
  const seconds = (performance.now() - start) / 1000
  const milliseconds = await health.stop()
  return {
    name: input.name,
    seconds,
    healthP50Milliseconds: quantile(milliseconds, 0.5),
    healthWorstMilliseconds: worstOf(milliseconds),
    ...end,
  }
}

type InputRun = {
  readonly input: HostileInput
  readonly file: TestFile
  readonly patience: number
}

/** Runs all steps from creating the prompts to the document's result. */
async function runInput(
  { installation: { admin }, modelUrl }: Omit<Stage, 'cleaning'>,
  { input, file, patience }: InputRun,
): Promise<ReplyOutcome> {
  const person = throwOnError(admin)
  const name = `hostile-${randomUUID().slice(0, 8)}`
  const fields = input.prompts.map((prompt, index) => ({ key: `answer_${index}`, prompt }))
  const sample = { name: 'sample.txt', content: 'Order number: 1', type: 'text/plain' }
  try {
    const asker = input.isWithoutModel ? {} : { modelUrl }
    const deployment = await deployFields(person, { name, ...asker, fields, sample })
    const { body } = await sendOrders(person, deployment, { files: [file], seconds: 0 })
    const executionId: string = body.message.execution_id
    const request = { deployment, executionId, patienceSeconds: patience }
    const reply = await awaitExecution(admin, request)
    return judgeReply(reply?.body?.message?.[0], input.answer)
  } catch (error) {
    if (error instanceof RefusedRequestError && error.status < 500) {
      return { kind: 'error', says: `refused: ${error.message}` }
    }
    return { kind: 'none', says: `failed: ${error instanceof Error ? error.message : error}` }
  }
}

function present(rows: readonly HostileRow[]): string {
  const titles = ['large inputs', 'seconds', '/health p50 ms', 'worst ms', 'wanted', 'end']
  const lines = rows.map((row) => [
    row.name,
    row.seconds.toFixed(1),
    row.healthP50Milliseconds.toFixed(1),
    row.healthWorstMilliseconds.toFixed(0),
    '< 150',
    row.says.slice(0, 100),
  ])
  return table([titles, ...lines])
}
