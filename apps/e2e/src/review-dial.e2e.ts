/**
 * A project of which eighty values are marked: the dial of a workflow says what would go on without review, is turned,
 * saved, and then lets a sure document pass; an output says within what its confidence is known.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { type CalledDeployment, deployByCall } from './testing/deploy-by-call.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { runInStudio } from './testing/run-in-studio.ts'
import { pictureOnFailure, type Visit } from './testing/visit.ts'

const name = 'Bills'
const markedCount = 80
/** Whether the model answers with a value from another position, which it does for every eighth bill. */
const isMisread = (n: number) => n % 8 === 7
const bill = (n: number) =>
  `Bill ${n} of Harbour Mill\nTotal ${n}.50\nA table, ${n}.75, and chairs\n`

function reply({ prompt }: { readonly prompt: string }): string {
  const n = Number(/Bill (\d+)/.exec(prompt)?.[1] ?? 0)
  return isMisread(n) ? `${n}.75` : `${n}.50`
}

describe.skipIf(!hasBrowser)('the dial of a review rule', () => {
  let story: ToolStory
  let visit: Visit
  let projectId: string
  let deployment: CalledDeployment

  beforeAll(async () => {
    const prompts = { total: 'What is the total?' }
    story = await openToolStory({ reply, name, prompts })
    visit = story.visit
    projectId = story.projectId
    await markValues()
    deployment = await deployByCall(visit.page, { tool: name, apiName: 'bills' })
    await push(Array.from({ length: 20 }, (_, n) => 500 + n))
  }, 300_000)
  afterAll(() => story?.close())

  async function markValues(): Promise<void> {
    const { ask, post } = await askAs(visit.page)
    const projectPath = `prompt-studio/${projectId}`
    // Otherwise the layout would soon answer the marked documents.
    const layouts = { is_on: false, least_documents: 5 }
    await ask(`${projectPath}/layouts/`, { method: 'PUT', data: layouts })
    for (let n = 100; n < 100 + markedCount; n++) {
      const file = { name: `bill-${n}.txt`, mimeType: 'text/plain', buffer: Buffer.from(bill(n)) }
      const { documentId, promptIds } = await runInStudio(visit.page, projectId, file)
      const truth = { prompt_id: promptIds[0], document_id: documentId, truth: `${n}.50` }
      await ask(`${projectPath}/truths/`, { method: 'PUT', data: truth })
    }
    await post(`prompt-studio/export/${projectId}`, {
      is_shared_with_org: true,
      force_export: true,
    })
  }

  const push = (numbers: readonly number[]) =>
    deployment.send(Object.fromEntries(numbers.map((n) => [`bill-${n}.txt`, bill(n)])))

  test('says what would pass, is turned with the keyboard, and what it promises holds for the next run', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/settings/review?tab=workflows&workflow=${deployment.workflowId}`)
    const toggle = page.getByRole('switch', { name: 'Skip review for high-confidence documents' })
    await toggle.click()
    await page
      .getByText('All documents go to review: this target cannot be guaranteed yet.')
      .waitFor()
    await lookAt(visit, 'dial-not-promised')

    const slider = page.getByRole('slider', { name: 'Maximum wrong values per 1,000' })
    await slider.focus()
    for (let turn = 0; turn < 6; turn++) await page.keyboard.press('ArrowRight')
    await page.getByText(/of documents skip review, based on the last 20/).waitFor()
    await lookAt(visit, 'dial-promised')
    await page.getByRole('heading', { name: 'Documents that skip review' }).hover()
    await page.mouse.wheel(0, 600)
    await lookAt(visit, 'dial-curve')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Successfully added the rule.').waitFor()

    const { results } = await push([600, 607])
    expect(results.get('bill-600.txt')).toEqual({ output: { total: '600.50' } })
    expect(results.get('bill-607.txt')).toBe('')
  })

  test('beside a value stands within what its confidence is known', async () => {
    pictureOnFailure(visit)
    const { page } = visit
    await page.goto(`/recto/tools/${projectId}`)
    await page.getByRole('button', { name: 'Next document' }).click()
    const sure = page.locator('.sureness').first()
    await sure.hover()
    await page
      .getByText(/^Confidence 0\.\d\d \(.*\), calibrated with 80 expected values of this project/)
      .waitFor()
    await lookAt(visit, 'dial-certainty')
  })
})
