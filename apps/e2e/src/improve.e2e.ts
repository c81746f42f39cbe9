/**
 * A prompt asks for “the number”, and the model answers with the customer's. *Scores* shows where that is wrong, *Improve* finds
 * a prompt that is right on documents that it was not chosen on, and the person accepts it. Then a cheaper model turns out to be as
 * good.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './testing/ask-as.ts'
import { lookAt } from './testing/look-at.ts'
import { hasBrowser } from './testing/open-browser.ts'
import { openToolStory, type ToolStory } from './testing/open-story.ts'
import { choose, chooseAction } from './testing/page-actions.ts'
import { pictureOnFailure } from './testing/visit.ts'

const documentCount = 12
const words = 'amber basalt cedar delta ember fjord grove harbor island jungle kelp lagoon'.split(
  ' ',
)

/** No two of them look alike. */
const noteOf = (index: number): string => {
  const own = words.map((word, place) => `${word}${index * 31 + place * 7}`)
  const start = own.slice(0, index % 12).join(' ')
  return `${start}\nKunden-Nr.: K-${500 + index}\n${own.join('\n')}\nRechnungs-Nr.: R-${1000 + index}\n`
}

const proposals = JSON.stringify({ proposals: [{ prompt: 'Which Rechnungs-Nr?' }] })

describe.skipIf(!hasBrowser)('better prompts', () => {
  let story: ToolStory

  beforeAll(async () => {
    story = await openToolStory({
      name: 'Notes with numbers',
      prompts: { number: 'Which number?' },
      modelName: 'gpt-4o',
      reply({ system, prompt }) {
        if (system.includes('You improve the prompt')) return proposals
        const label = /(?:Which |“)Rechnungs-Nr/.test(prompt) ? 'Rechnungs-Nr' : 'Kunden-Nr'
        return new RegExp(`${label}\\.: (\\S+)`).exec(prompt)?.[1] ?? 'NA'
      },
    })
    await markDocuments()
  }, 120_000)
  afterAll(() => story?.close())

  /** Uploads documents, runs the prompt on them, and enters what the values should be. */
  async function markDocuments(): Promise<void> {
    const { projectId, visit } = story
    const { ask, post } = await askAs(visit.page)
    const { prompts, default_profile } = await ask(`prompt-studio/${projectId}/`)
    const [{ prompt_id: id }] = prompts
    for (let index = 0; index < documentCount; index++) {
      const buffer = Buffer.from(noteOf(index))
      const { data } = await ask(`prompt-studio/file/${projectId}`, {
        method: 'POST',
        multipart: { file: { name: `note-${index}.txt`, mimeType: 'text/plain', buffer } },
      })
      const [{ document_id }] = data
      const truth = `R-${1000 + index}`
      const expected = { prompt_id: id, document_id, truth }
      await ask(`prompt-studio/${projectId}/truths/`, { method: 'PUT', data: expected })
      const run = { id, document_id, profile_manager: default_profile }
      await post(`prompt-studio/fetch_response/${projectId}`, run)
    }
  }

  test('are found where answers fail, proven on held-out documents, and accepted', async () => {
    const { page } = story.visit
    pictureOnFailure(story.visit)
    await page.goto(`/recto/tools/${story.projectId}`)
    await chooseAction(page, 'Scores')
    const dialog = page.getByRole('dialog', { name: 'Scores' })
    await dialog.getByRole('tab', { name: 'Failures' }).click()
    await dialog.getByRole('table', { name: 'Failing answers' }).waitFor()
    await lookAt(story.visit, 'improve-failures')

    await dialog.getByRole('tab', { name: 'Improve' }).click()
    await choose(dialog.getByLabel('Model that proposes'), 'Model of Notes with numbers')
    await dialog.getByRole('spinbutton', { name: 'Budget (calls)' }).fill('100')
    await lookAt(story.visit, 'improve-form')
    await dialog.getByRole('button', { name: 'Look for better prompts' }).click()
    const proposal = dialog.getByRole('region', { name: 'number' })
    await proposal.getByText('Better', { exact: true }).waitFor({ timeout: 90_000 })
    await proposal.getByText(/^Documents that change/).click()
    await lookAt(story.visit, 'improve-proposal')
    await proposal.getByRole('button', { name: 'Accept' }).click()
    await proposal.getByText('Accepted.').waitFor()
    await lookAt(story.visit, 'improve-accepted')
    const { ask } = await askAs(page)
    const { prompts } = await ask(`prompt-studio/${story.projectId}/`)
    expect(prompts[0].prompt).toBe('Which Rechnungs-Nr?')
  }, 240_000)

  /** Adds a profile like the default one, with a model that costs less. */
  async function addCheapProfile(): Promise<void> {
    const { projectId, visit, model } = story
    const { ask, post } = await askAs(visit.page)
    const { id: llm } = await post('adapter/', {
      adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
      adapter_name: 'Small model',
      adapter_type: 'LLM',
      adapter_metadata: { api_base: `${model.url}/v1`, model: 'gpt-4o-mini', api_key: 'k' },
    })
    const profiles = await ask(`prompt-studio/prompt-studio-profile/${projectId}/`)
    const { profile_id: _, ...profile } = profiles[0]
    const { embedding_model, vector_store, x2text, chunk_size } = profile
    await post(`prompt-studio/profilemanager/${projectId}`, {
      profile_name: 'Small',
      llm,
      embedding_model: embedding_model.id ?? embedding_model,
      vector_store: vector_store.id ?? vector_store,
      x2text: x2text.id ?? x2text,
      chunk_size,
      prompt_studio_tool: projectId,
    })
  }

  test('are answered by the cheapest profile that is as good', async () => {
    const { page } = story.visit
    pictureOnFailure(story.visit)
    await addCheapProfile()
    await page.goto(`/recto/tools/${story.projectId}?improve=profiles`)
    await chooseAction(page, 'Scores')
    const dialog = page.getByRole('dialog', { name: 'Scores' })
    await dialog.getByRole('tab', { name: 'Improve' }).click()
    await dialog.getByRole('spinbutton', { name: 'Budget (calls)' }).fill('100')
    await lookAt(story.visit, 'compare-form')
    await dialog.getByRole('button', { name: 'Compare profiles' }).click()
    const field = dialog.getByRole('region', { name: 'number' })
    await field.getByText('Cheaper', { exact: true }).waitFor({ timeout: 90_000 })
    await lookAt(story.visit, 'compare-result')
    await field.getByRole('button', { name: 'Use Small' }).click()
    await field.getByText('Accepted.').waitFor()
  }, 240_000)
})
