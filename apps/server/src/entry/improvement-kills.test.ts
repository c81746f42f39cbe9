import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotes, noteCount } from '../features/tools/improvements/testing/notes.ts'
import type { Person } from '../testing/people.ts'
import { studioOf } from '../testing/studio.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

const cleaning = new AsyncDisposableStack()
/** Measurements ask for more. */
const kills = Number(process.env.RECTO_TEST_KILLS ?? 3)
const timeout = 180_000 + kills * 60_000

let installation: SharedInstallation
let anna: Person
let worker: RunningProcess
let hold: (() => void) | undefined

/** Right only if the prompt has the label. */
const model = await startCannedModelServer({
  reply({ system, prompt }) {
    if (system.includes('You improve the prompt')) {
      return JSON.stringify({ proposals: [{ prompt: 'Which Rechnungs-Nr?' }] })
    }
    const label = /Which Rechnungs-Nr/.test(prompt) ? 'Rechnungs-Nr' : 'Kunden-Nr'
    return new RegExp(`${label}\\.: (\\S+)`).exec(prompt)?.[1] ?? 'NA'
  },
  onReceived: () => hold?.(),
})
cleaning.defer(() => model.close())

beforeAll(async () => {
  installation = await openSharedInstallation(cleaning, { RECTO_INNER_ADDRESSES: 'on' })
  const origin = await installation.start('web').ready
  anna = adminWith(await signIn(origin), origin)
  await startWorker()
}, 120_000)
afterAll(() => cleaning.disposeAsync(), 30_000)

async function startWorker(): Promise<void> {
  worker = installation.start('worker')
  await worker.ready
}

/** Kills the worker while a call is under way, whose reply is lost. */
async function killDuringCall(): Promise<void> {
  const heldCall = new Promise<void>((resolve) => {
    hold = resolve
  })
  model.script({ until: new Promise(() => {}) })
  await heldCall
  hold = undefined
  worker.signal('SIGKILL')
  await worker.exited
  await startWorker()
}

/** Makes a project with a bad prompt; returns the path of its improvements, and what a run asks for. */
async function makeProject() {
  const studio = studioOf(anna)
  const prices = { input_price: 10, output_price: 10, max_tokens: 200 }
  const llm = await studio.cannedLlm(model, 'Priced', prices)
  const { tool_id } = await studio.project()
  await studio.defaultProfile(tool_id, { llm, chunk_size: 0 })
  const { prompt_id } = await studio.prompt(tool_id, {
    prompt_key: 'number',
    prompt: 'Which number?',
  })
  const files = createNotes((index) => [
    `Kunden-Nr.: K-${500 + index}`,
    `Rechnungs-Nr.: R-${1000 + index}`,
  ]).map((file) => ({ ...file, type: 'text/plain' }))
  const { body } = await anna.upload(`prompt-studio/file/${tool_id}`, { files })
  for (const [index, { document_id }] of body.data.entries()) {
    const truth = `R-${1000 + index}`
    await anna.put(`prompt-studio/${tool_id}/truths/`, { prompt_id, document_id, truth })
  }
  return {
    path: `prompt-studio/${tool_id}/improvements/`,
    run: { prompt_ids: [prompt_id], llm, max_candidates: 1 },
  }
}

test(
  'workers that are killed during calls exceed neither budget, and pay for nothing that is stored',
  async () => {
    const { path, run } = await makeProject()
    const budget = { budget_calls: 2 * noteCount + 1 + kills, budget_dollars: 1 }
    const readRun = async () => (await anna.get(path)).body.improvements[0]
    const { status } = await anna.post(path, { ...run, ...budget })
    expect(status).toBe(202)
    for (let count = 0; count < kills; count++) await killDuringCall()
    await expect
      .poll(async () => (await readRun()).state, { timeout, interval: 200 })
      .not.toMatch(/waiting|running/)

    const endedRun = await readRun()
    // Each value is asked with both prompts, the proposals once, and only the lost calls again.
    expect(model.requests).toHaveLength(2 * noteCount + 1 + kills)
    expect(endedRun).toMatchObject({
      state: 'done',
      calls_used: 2 * noteCount + 1 + kills,
      results: [{ outcome: 'proposed' }],
    })
    const { cost_in_dollars: cost, reserved_dollars: lostCost } = endedRun
    expect(cost).toBeGreaterThan(0)
    // The lost calls keep what they may have cost.
    expect(lostCost).toBeGreaterThan(0)
    expect(Number(cost) + Number(lostCost)).toBeLessThanOrEqual(budget.budget_dollars)
  },
  timeout,
)
