/**
 * Projects with bad prompts, whose documents and answers go through the product: a model that proposes better ones is listened to, one that
 * rewords them or makes them worse is not.
 */
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, expect, test } from 'vitest'
import { startServer } from '../../../testing/start-server.ts'
import { studioOf } from '../../../testing/studio.ts'
import { noteWords, openRuns } from './testing/notes.ts'

type PlantedFault = {
  readonly key: string
  readonly badPrompt: string
  readonly helpful: { readonly prompt: string; readonly type?: string }
  /** A prompt that matches has the right answer on every document. */
  readonly rightWords: RegExp
  /** Lines of a document: with the right value, and with the one that is mistaken for it. */
  readonly lines: (index: number) => readonly [string, string]
  /** The expected value. */
  readonly expect: (index: number) => string
}

const day = (index: number) => String(1 + (index % 28)).padStart(2, '0')

const faults: readonly PlantedFault[] = [
  {
    key: 'wrong_word',
    badPrompt: 'Which number?',
    helpful: { prompt: 'Which Rechnungs-Nr?' },
    rightWords: /Which Rechnungs-Nr/,
    lines: (index) => [`Rechnungs-Nr.: R-${1000 + index}`, `Kunden-Nr.: K-${500 + index}`],
    expect: (index) => `R-${1000 + index}`,
  },
  {
    key: 'missing_period',
    badPrompt: 'What is the revenue?',
    helpful: { prompt: 'What is the revenue of 2025?' },
    rightWords: /revenue of 2025/,
    lines: (index) => [`Revenue 2025: ${7000 + 13 * index}`, `Revenue 2024: ${6000 + 11 * index}`],
    expect: (index) => String(7000 + 13 * index),
  },
  {
    key: 'wrong_type',
    badPrompt: 'Which day?',
    helpful: { prompt: 'On which day was it issued?', type: 'date' },
    rightWords: /day was it issued/,
    lines: (index) => [`Issued: Mar ${day(index)}, 2026`, `Printed: May ${day(index)}, 2026`],
    expect: (index) => `2026-03-${day(index)}`,
  },
  {
    key: 'two_roles',
    badPrompt: 'Which company?',
    helpful: { prompt: 'Which company is the buyer?' },
    rightWords: /is the buyer/,
    lines: (index) => [`Buyer: Forge ${index} Co`, `Seller: Mill ${index} Ltd`],
    expect: (index) => `Forge ${index} Co`,
  },
]

/** Measurements ask for more. */
const projectCount = Number(process.env.RECTO_TEST_PROJECTS ?? faults.length)
const documentCount = 40
const timeout = 120_000 + projectCount * 60_000

type Advice = 'harmful' | 'useless' | 'helpful'
let advice: Advice = 'helpful'

function propose(fault: PlantedFault) {
  if (advice === 'helpful') return fault.helpful
  const text = fault.badPrompt.replace('?', '')
  return { prompt: advice === 'useless' ? `${text}, please?` : `${text} in the footer?` }
}

/** Bad prompts are right on every third document, and those about the footer on none. */
function answer(fault: PlantedFault, prompt: string): string {
  const index = Number(/Document (\d+)/.exec(prompt)?.[1])
  const isRight =
    fault.rightWords.test(prompt) || (index % 3 === 0 && !prompt.includes('in the footer'))
  const [rightLine, wrongLine] = fault.lines(index)
  if (isRight && fault.key === 'wrong_type' && !fault.rightWords.test(prompt)) {
    return fault.expect(index)
  }
  return (isRight ? rightLine : wrongLine).split(': ')[1] ?? ''
}

const model = await startCannedModelServer({
  reply({ system, prompt }) {
    const isProposing = system.includes('You improve the prompt')
    const fault = faults.find(({ key }) => prompt.includes(isProposing ? `"${key}` : `Kind ${key}`))
    if (!fault) return 'NA'
    return isProposing ? JSON.stringify({ proposals: [propose(fault)] }) : answer(fault, prompt)
  },
})
const server = await startServer({ worker: true })
const ada = studioOf(server.as('admin'))
const llm = await ada.cannedLlm(model)
afterAll(async () => {
  await server.close()
  await model.close()
})

const toFile = (fault: PlantedFault, index: number) => {
  const own = noteWords.map((word, place) => `${word}${index * 31 + place * 7}`)
  const [first, second] = fault.lines(index)
  const start = `Kind ${fault.key}\nDocument ${index}\n${own.slice(0, index % 12).join(' ')}`
  return {
    name: `note-${index}.txt`,
    content: `${start}\n${second}\n${own.join('\n')}\n${first}\n`,
  }
}

/** Makes a project with a bad prompt, and an expected value on each of its documents. */
async function makeProject(fault: PlantedFault) {
  const { tool_id } = await ada.project()
  await ada.defaultProfile(tool_id, { llm, chunk_size: 0 })
  const { key: prompt_key, badPrompt: prompt } = fault
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key, prompt })
  const files = Array.from({ length: documentCount }, (_, index) => toFile(fault, index))
  const { body } = await ada.person.upload(`prompt-studio/file/${tool_id}`, { files })
  for (const [index, { document_id }] of body.data.entries()) {
    const truth = fault.expect(index)
    await ada.person.put(`prompt-studio/${tool_id}/truths/`, { prompt_id, document_id, truth })
  }
  return {
    prompt_id,
    runs: openRuns(ada.person, `prompt-studio/${tool_id}/improvements/`, 'improvements'),
  }
}

type Project = Awaited<ReturnType<typeof makeProject>>

/** Whether a run with such a model proposes another prompt. */
async function isProposed({ prompt_id, runs }: Project, kind: Advice): Promise<boolean> {
  advice = kind
  const run = { prompt_ids: [prompt_id], llm, max_candidates: 1, budget_calls: 200 }
  const { state, results } = await runs.startAndWait(run)
  expect(state).toBe('done')
  const [{ outcome, second }] = results
  if (outcome !== 'proposed') return false
  expect(second.right_after).toBeGreaterThan(second.right_before)
  return true
}

test(
  'helpful proposals are accepted at 40 expected values, useless and harmful ones never',
  async () => {
    const counts: Record<Advice, number> = { harmful: 0, useless: 0, helpful: 0 }
    for (let count = 0; count < projectCount; count++) {
      const project = await makeProject(faults[count % faults.length] as PlantedFault)
      // The helpful one comes last, when earlier tests have left it the least risk.
      for (const kind of ['harmful', 'useless', 'helpful'] as const) {
        if (await isProposed(project, kind)) counts[kind] += 1
      }
    }
    expect(counts).toMatchObject({ harmful: 0, useless: 0 })
    expect(counts.helpful / projectCount).toBeGreaterThanOrEqual(0.8)
  },
  timeout,
)
