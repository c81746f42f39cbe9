import {
  deployFields,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { awaitExecution } from '../await-execution.ts'
import { type Installation, openInstallation } from '../installation.ts'
import type { Part } from '../part.ts'
import { quantile, worstOf } from '../quantile.ts'
import { type Model, startModels } from '../start-models.ts'
import { Refused, strictly } from '../strictly.ts'
import { table } from '../table.ts'
import { watchHealth } from '../watch-health.ts'
import { type HostileInput, makeHostileInputs } from './hostile-inputs.ts'
import { type End, readEnd } from './read-end.ts'

type HostileRow = End & {
  readonly name: string
  readonly seconds: number
  readonly healthP50Milliseconds: number
  readonly healthWorstMilliseconds: number
}

const patienceSeconds = { full: 300, quick: 120 }

/** Inputs that are large in one way or another, one after the other; meanwhile others ask for `/health`. */
export const measureHostile: Part = async ({ isQuick, print }) => {
  const rows: HostileRow[] = []
  for (const input of makeHostileInputs()) {
    print(`${input.name} …`)
    rows.push(await measureInput(input, isQuick ? patienceSeconds.quick : patienceSeconds.full))
  }
  const broken = rows.filter(({ isBroken }) => isBroken).map(({ name, end }) => `${name}: ${end}`)
  return { figures: rows, tables: [present(rows)], broken }
}

/** On an installation of its own, because the one before may have left work behind. */
async function measureInput(input: HostileInput, patience: number): Promise<HostileRow> {
  await using cleaning = new AsyncDisposableStack()
  const installation = await openInstallation(cleaning)
  const [model] = await startModels([0], cleaning)
  const [usual] = makeHostileInputs()
  // What is loaded late is loaded now.
  await endOf(installation, model!, { input: usual!, name: 'usual', patience })

  const health = watchHealth(installation.origin)
  const start = performance.now()
  const end = await endOf(installation, model!, { input, name: 'hostile', patience })
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

type Asked = { readonly input: HostileInput; readonly name: string; readonly patience: number }

/** From the making of the prompts to the result of the document. */
async function endOf(
  { admin }: Installation,
  { url: modelUrl }: Model,
  { input, name, patience }: Asked,
): Promise<End> {
  const person = strictly(admin)
  const fields = input.prompts.map((prompt, index) => ({ key: `answer_${index}`, prompt }))
  const sample = { name: 'sample.txt', content: 'Order number: 1', type: 'text/plain' }
  try {
    const deployment = await deployFields(person, { name, modelUrl, fields, sample })
    const { body } = await sendOrders(person, deployment, { files: [input.file()], seconds: 0 })
    const executionId: string = body.message.execution_id
    const asked = { deployment, executionId, patienceSeconds: patience }
    const reply = await awaitExecution(admin, asked)
    return readEnd(reply?.body?.message?.[0], input.answer)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { end: `refused: ${error.message}`, isBroken: error.status >= 500 }
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
    row.end.slice(0, 100),
  ])
  return table([titles, ...lines])
}
