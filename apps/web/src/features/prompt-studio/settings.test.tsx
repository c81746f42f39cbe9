import { getAdapterInfo, getDefaultTriad, listAdapters } from '@recto/contract/adapters/adapters'
import { createProfile, setDefaultProfile } from '@recto/contract/prompt-studio/profiles'
import { patchProject } from '@recto/contract/prompt-studio/prompt-studio'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer, RefusedReply } from '../../testing/fake-server.ts'
import { fullSetUp } from '../../testing/people.ts'
import { formatThousandTokens } from './profiles/profile-values.ts'
import { grammarOf, rowRefusal } from './settings/grammar.ts'
import {
  april,
  defaultTexts,
  output,
  profile,
  project,
  type StudioServer,
  showProject,
  studioServer,
} from './testing/acme-invoices.tsx'

beforeEach(() => localStorage.clear())

const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const unavailableAnswer = () => answer(patchProject, () => new RefusedReply(502, undefined))
/** A language model, unlike the built-in extractor. */
const judge = fullSetUp.slice(0, 1).map((builtIn) => ({
  ...builtIn,
  id: '00000000-0000-4000-8000-000000000009',
  adapter_id: 'openai|502ecf49-e47c-445c-9907-6d4b90c5cd17',
  adapter_name: 'Judge',
}))
const adapters = answer(listAdapters, ({ query }) =>
  [...fullSetUp, ...judge].filter(
    (adapter) => !query.adapter_type || adapter.adapter_type === query.adapter_type,
  ),
)
const sentChanges = (server: StudioServer) =>
  server.callsOf(patchProject).map(({ body: { expected: _, ...body } }) => body)

/** Opens the settings and one of their panels. */
async function openPanel(label: string) {
  await showProject()
  await press('Settings')
  // Each step has a pointer of its own, so the tooltip would stay, and take the next Escape.
  await userEvent.unhover(screen.getByLabelText('Settings', { selector: 'button' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('menuitem', { name: label }))
  return dialog
}

async function choose(label: string, option: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: label }))
  const titledElements = await screen.findAllByTitle(option)
  await userEvent.click(titledElements.at(-1) ?? document.body)
}

test('what was typed survives Escape, is told of, and goes when it is discarded', async () => {
  studioServer({ project: project({ postamble: 'Be short.' }) })
  const dialog = await openPanel('Postamble')
  await userEvent.type(dialog.getByLabelText('Postamble'), ' And exact.')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await press('Settings')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Postamble' }))
  const text = (await screen.findByLabelText('Postamble')) as HTMLTextAreaElement
  expect(text.value).toBe('Be short. And exact.')
  expect(screen.getByText(/Not saved yet/)).toBeTruthy()
  await press('Discard')
  expect(text.value).toBe('Be short.')
})

test('[PS-136][PS-137][PS-138][PS-283] the menu lists each panel, and none for what there is no module of', async () => {
  studioServer({})
  const dialog = await openPanel('LLM Profiles')
  const items = dialog.getAllByRole('menuitem').map((item) => item.textContent)

  expect(items).toEqual([
    'LLM Profiles',
    'SummarizedExtraction',
    'LLMChallenge',
    'Highlighting',
    'Embedded Data',
    'Prompt Order',
    'Masking',
    'Hidden Text',
    'Checks',
    'Layouts',
    'Grammar',
    'Preamble',
    'Postamble',
  ])
  expect(screen.getByRole('dialog').style.width).toBe('1000px')
})

test('[PS-183] a preamble that cannot be saved says so and keeps what was typed', async () => {
  studioServer({}, unavailableAnswer())
  await openPanel('Preamble')
  await userEvent.type(await screen.findByLabelText('Preamble'), 'Be exact.')
  await press('Save')

  expect(await screen.findByText('Failed to update.')).toBeTruthy()
  expect((screen.getByLabelText('Preamble') as HTMLTextAreaElement).value).toBe('Be exact.')
})

test('a draft and what was saved elsewhere since it was begun are both shown, and either is kept', async () => {
  const server = studioServer({ project: project({ preamble: 'One.' }) })
  const { client } = await showProject()
  await press('Settings')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Preamble' }))
  await userEvent.type(await screen.findByLabelText('Preamble'), ' Two.')
  server.change({ preamble: 'Three.' })
  await client.invalidateQueries()

  const conflictRegion = within(
    await screen.findByRole('region', { name: 'Unsaved changes to Preamble' }),
  )
  expect(conflictRegion.getByText('Changed elsewhere')).toBeTruthy()
  expect(conflictRegion.getByText('Three.')).toBeTruthy()
  expect(conflictRegion.getByText('One. Two.')).toBeTruthy()
  await press('Keep saved version')
  expect((screen.getByLabelText('Preamble') as HTMLTextAreaElement).value).toBe('Three.')
  expect(sentChanges(server)).toEqual([])
})

test('settings that the server knows to be changed are not saved over before somebody has said so', async () => {
  const server = studioServer({ project: project({ prompt_grammer: { Bill: ['Invoice'] } }) })
  await openPanel('Grammar')
  await userEvent.type(screen.getByLabelText('Word 1'), 's')
  server.change({ prompt_grammer: { Bill: ['Statement'] } })
  await press('Save')

  const conflictRegion = within(
    await screen.findByRole('region', { name: 'Unsaved changes to Grammar' }),
  )
  expect(conflictRegion.getByText('Bill: Statement')).toBeTruthy()
  expect(conflictRegion.getByText('Bills: Invoice')).toBeTruthy()
  await press('Use mine')
  expect(await screen.findByText('Saved synonyms successfully')).toBeTruthy()
  const [firstExpected, secondExpected] = server
    .callsOf(patchProject)
    .map(({ body }) => body.expected)
  expect(firstExpected).toEqual({ prompt_grammer: { Bill: ['Invoice'] } })
  expect(secondExpected).toEqual({ prompt_grammer: { Bill: ['Statement'] } })
  expect(screen.queryByRole('region', { name: /^Unsaved/ })).toBeNull()
})

test('[PS-048][PS-179][PS-180][PS-184] preamble and postamble are edited, and go back to the default text', async () => {
  const server = studioServer({ project: project({ preamble: 'Old.', postamble: 'Old too.' }) })
  await openPanel('Preamble')
  await userEvent.clear(await screen.findByLabelText('Preamble'))
  await userEvent.type(screen.getByLabelText('Preamble'), 'New.')
  await press('Save')
  expect(await screen.findByText('Saved successfully')).toBeTruthy()

  await userEvent.click(screen.getByRole('menuitem', { name: 'Postamble' }))
  await press('Reset to default')
  await press('Save')
  await waitFor(() => expect(sentChanges(server)).toHaveLength(2))
  expect(sentChanges(server)).toEqual([{ preamble: 'New.' }, { postamble: defaultTexts.postamble }])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Preamble' }))
  await press('Reset to default')
  expect((screen.getByLabelText('Preamble') as HTMLTextAreaElement).value).toBe(
    defaultTexts.preamble,
  )
})

test('[PS-177][PS-178] synonyms that cannot be saved or deleted say so and stay', async () => {
  studioServer({ project: project({ prompt_grammer: { total: ['sum'] } }) }, unavailableAnswer())
  await openPanel('Grammar')
  await userEvent.type(await screen.findByLabelText('Word 1'), 's')
  await press('Save')
  expect(await screen.findByText('Failed to save synonyms')).toBeTruthy()

  await press('Discard')
  await press('Delete total')
  expect(await screen.findByText('Failed to delete synonyms')).toBeTruthy()
  expect((screen.getByLabelText('Word 1') as HTMLInputElement).value).toBe('total')
})

test('[PS-171][PS-172] only rows with a word and a synonym are saved, of each word the first', () => {
  const rows = [
    { word: 'total', synonyms: ['sum'] },
    { word: '', synonyms: ['amount'] },
    { word: 'date', synonyms: [] },
    { word: ' total ', synonyms: ['balance'] },
    { word: '', synonyms: [] },
  ]
  expect(grammarOf(rows)).toEqual({ total: ['sum'] })
  expect(rows.map((_, index) => rowRefusal(rows, index))).toEqual([
    undefined,
    'Enter a word.',
    'Enter a synonym.',
    'This word is already in the list.',
    undefined,
  ])
})

test('[PS-170][PS-175][PS-176] words and their synonyms are added and deleted', async () => {
  const server = studioServer({ project: project({ prompt_grammer: { total: ['sum'] } }) })
  await openPanel('Grammar')
  await press(/Add row/)
  await userEvent.type(await screen.findByLabelText('Word 2'), 'date')
  const synonyms = screen.getByRole('combobox', { name: 'Synonyms 2' })
  await userEvent.type(synonyms, 'issued on{Enter}day{Enter}')
  await press('Save')

  expect(await screen.findByText('Saved synonyms successfully')).toBeTruthy()
  await press('Delete total')
  expect(await screen.findByText('Deleted synonyms successfully')).toBeTruthy()
  await waitFor(() => expect(screen.queryByLabelText('Word 2')).toBeNull())
  expect(sentChanges(server)).toEqual([
    { prompt_grammer: { total: ['sum'], date: ['issued on', 'day'] } },
    { prompt_grammer: { date: ['issued on', 'day'] } },
  ])
  expect(screen.queryByText(/Not saved yet/)).toBeNull()
})

test('[PS-173][PS-174] the grammar is shown by 10 rows and has 200 at most', async () => {
  const words = Array.from({ length: 200 }, (_, index) => [`word ${index + 1}`, ['other']])
  studioServer({ project: project({ prompt_grammer: Object.fromEntries(words) }) })
  await openPanel('Grammar')

  expect(await screen.findAllByLabelText(/^Word /)).toHaveLength(10)
  const add = screen.getByRole('button', { name: /Add row/ })
  expect(add.hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByTitle('20'))
  expect(screen.getByLabelText('Word 200')).toBeTruthy()
})

test('[PS-285][PS-286] a refused single-pass switch goes back and says so', async () => {
  const gate = Promise.withResolvers<void>()
  studioServer(
    {},
    answer(patchProject, (async () => {
      await gate.promise
      return new RefusedReply(502, undefined)
    }) as never),
  )
  await openPanel('LLM Profiles')
  const toggle = screen.getByRole('switch', { name: 'SinglePass Extraction' })
  await userEvent.click(toggle)
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  gate.resolve()
  expect(await screen.findByText('Failed to switch the single pass extraction mode')).toBeTruthy()
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'))
})

test('[PS-284][PS-292] the single-pass switch is saved by itself', async () => {
  const server = studioServer({})
  await openPanel('LLM Profiles')
  await userEvent.click(screen.getByRole('switch', { name: 'SinglePass Extraction' }))
  await waitFor(() => expect(sentChanges(server)).toEqual([{ single_pass_extraction_mode: true }]))
})

test('[PS-293][PS-294][PS-295][PS-296][PS-297] a challenge needs an LLM, which is saved with it', async () => {
  const server = studioServer({}, adapters)
  await openPanel('LLMChallenge')
  expect(screen.getByText('LLMChallenge Settings')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Enable LLMChallenge' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Select a challenger LLM')
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)

  await userEvent.click(screen.getByRole('combobox', { name: 'Challenger LLM' }))
  expect(await screen.findByTitle('Judge')).toBeTruthy()
  expect(screen.queryByTitle('Built-in LLM')).toBeNull()
  await choose('Challenger LLM', 'Judge')
  await press('Save')
  expect(await screen.findByText('Saved challenge settings successfully')).toBeTruthy()
  expect(sentChanges(server)).toEqual([{ enable_challenge: true, challenge_llm: judge[0]?.id }])
  expect(server.callsOf(listAdapters).map(({ query }) => query.adapter_type)).toContain('LLM')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Grammar' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'LLMChallenge' }))
  const toggle = screen.getByRole('switch', { name: 'Enable LLMChallenge' })
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
})

test('[PS-308][PS-309][PS-310][PS-311] saving the highlighting lets go of what is picked', async () => {
  const server = studioServer({
    project: project({ enable_highlight: true }),
    outputs: [output()],
  })
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: /^Show total in/ }))
  const mark = await screen.findByRole('button', { name: /on page 2$/ })
  expect(mark.getAttribute('aria-pressed')).toBe('true')

  await press('Settings')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Highlighting' }))
  expect(screen.getByText('Highlighting Support')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Enable highlighting' }))
  await press('Save')
  expect(await screen.findByText('Saved highlight settings successfully')).toBeTruthy()
  expect(sentChanges(server)).toEqual([{ enable_highlight: false }])
  expect(mark.getAttribute('aria-pressed')).toBe('false')
})

test('[PS-324][PS-325][PS-327] without a profile that is offered there is no summary prompt and no source', async () => {
  studioServer({ project: project({ summarize_llm_profile: april.document_id }) }, adapters)
  await openPanel('SummarizedExtraction')
  expect(screen.getByText('SummarizedExtraction Settings')).toBeTruthy()
  expect(await screen.findByText('Select Eval LLM')).toBeTruthy()
  expect(screen.getByLabelText('Prompt').hasAttribute('disabled')).toBe(true)
  expect(
    screen
      .getByRole('checkbox', { name: 'Use summarize context as source' })
      .hasAttribute('disabled'),
  ).toBe(true)
})

test('[PS-317][PS-318][PS-319][PS-320][PS-321][PS-322][PS-323][PS-326][PS-329] summaries are set up and saved as a group', async () => {
  const server = studioServer({ profiles: [{ ...profile, llm: 'Judge' }] }, adapters)
  await openPanel('SummarizedExtraction')
  const save = screen.getByRole('button', { name: 'Save' })
  const source = screen.getByRole('checkbox', { name: 'Use summarize context as source' })
  const isOff = (element: HTMLElement) => element.hasAttribute('disabled')
  expect(isOff(save)).toBe(true)
  expect(screen.getByText('Select Eval LLM')).toBeTruthy()
  await choose('LLM Profile', 'Careful')
  expect(screen.getByLabelText('Prompt').getAttribute('rows')).toBe('4')
  await press('Reset to default prompt')

  const toggle = screen.getByRole('switch', { name: 'Summarize Context' })
  await userEvent.click(toggle)
  await userEvent.click(source)
  expect((source as HTMLInputElement).checked).toBe(true)
  await userEvent.click(toggle)
  expect((source as HTMLInputElement).checked).toBe(false)
  expect(isOff(source)).toBe(true)
  await userEvent.click(toggle)
  await userEvent.click(save)

  expect(await screen.findByText('Saved summary successfully')).toBeTruthy()
  expect(sentChanges(server)).toEqual([
    {
      summarize_llm_profile: profile.profile_id,
      summarize_prompt: defaultTexts.summarize_prompt,
      summarize_context: true,
      summarize_as_source: false,
    },
  ])
  expect(isOff(save)).toBe(true)
})

test('[PS-148][PS-149][PS-150] what a profile lacks is said at its field', async () => {
  const server = studioServer({}, adapters)
  await openPanel('LLM Profiles')
  await press(/Add New LLM Profile/)
  await userEvent.type(await screen.findByLabelText('Name'), '  ')
  await userEvent.clear(screen.getByLabelText('Chunk size'))
  await userEvent.clear(screen.getByLabelText('Overlap'))
  await press('Save')

  expect(await screen.findByText('Please enter a non-whitespace value')).toBeTruthy()
  expect(await screen.findByText('Please enter the chunk size')).toBeTruthy()
  expect(await screen.findByText('Please enter the overlap')).toBeTruthy()
  expect(server.callsOf(createProfile)).toEqual([])
})

test('[PS-159] a default profile that cannot be changed says so', async () => {
  const quick = {
    ...profile,
    profile_id: april.document_id,
    profile_name: 'Quick',
    is_default: false,
  }
  studioServer(
    { profiles: [profile, quick] },
    answer(setDefaultProfile, () => new RefusedReply(502, undefined)),
  )
  await openPanel('LLM Profiles')
  await userEvent.click(await screen.findByLabelText('Make Quick the default'))
  expect(await screen.findByText('Failed to set default LLM Profile')).toBeTruthy()
})

test('[PS-155][PS-156][PS-157] what a profile form cannot fetch is told, and it can still be filled', async () => {
  studioServer(
    {},
    adapters,
    answer(getDefaultTriad, () => new RefusedReply(502, undefined)),
    answer(getAdapterInfo, () => new RefusedReply(502, undefined)),
  )
  await openPanel('LLM Profiles')
  await press(/Add New LLM Profile/)
  expect(await screen.findByText('Failed to fetch adapter information')).toBeTruthy()
  await choose('LLM', 'Built-in LLM')
  expect(
    await screen.findByText(
      'Failed to get chunk size information for the requested LLM. Please proceed with a sane default.',
    ),
  ).toBeTruthy()

  await press('Cancel')
  studioServer(
    {},
    answer(listAdapters, () => new RefusedReply(502, undefined)),
  )
  await press(/Add New LLM Profile/)
  expect(await screen.findByText('Failed to get the dropdown list for LLM Adapters')).toBeTruthy()
})

test('[PS-140][PS-141][PS-142] a project has at most four profiles, on one page of the table', async () => {
  const four = [1, 2, 3, 4].map((number) => ({
    ...profile,
    profile_id: profile.profile_id.replace(/.$/, String(number)),
    profile_name: `Profile ${number}`,
    is_default: number === 1,
  }))
  studioServer({ profiles: four })
  const dialog = await openPanel('LLM Profiles')
  const add = dialog.getByRole('button', { name: /Add New LLM Profile/ })
  expect(add.hasAttribute('disabled')).toBe(true)
  await userEvent.hover(add)
  expect(await screen.findByText('Max profile count(4)')).toBeTruthy()
  expect(dialog.getAllByRole('radio')).toHaveLength(4)
})

test('[PS-151][PS-152] a new profile starts from the default triad, and says how large its chunks are', async () => {
  const [llm, vectorDb, embedding, x2text] = fullSetUp.map(({ id }) => id)
  const server = studioServer(
    {
      triad: {
        default_llm_adapter: llm ?? null,
        default_vector_db_adapter: vectorDb ?? null,
        default_embedding_adapter: embedding ?? null,
        default_x2text_adapter: x2text ?? null,
      },
    },
    adapters,
    answer(createProfile, () => profile),
  )
  await openPanel('LLM Profiles')
  await press(/Add New LLM Profile/)
  await userEvent.type(await screen.findByLabelText('Name'), 'Quick')
  const whole = '0: the whole text is used as context; the model accepts 128.0K tokens'
  expect(await screen.findByText(whole)).toBeTruthy()
  const size = screen.getByLabelText('Chunk size')
  await userEvent.clear(size)
  await userEvent.type(size, '10240')
  expect(await screen.findByText('About 2.5K tokens; the model accepts 128.0K tokens')).toBeTruthy()
  expect([0, 1024, 4096, 6144].map(formatThousandTokens)).toEqual(['0.0', '0.3', '1.0', '1.5'])
  expect([128, 16].map(formatThousandTokens)).toEqual(['0.03', '0.004'])
  await userEvent.clear(size)
  await userEvent.type(size, '0')
  await press('Save')

  expect(await screen.findByText('Saved successfully')).toBeTruthy()
  expect(server.callsOf(createProfile)[0]?.body).toMatchObject({
    profile_name: 'Quick',
    llm,
    vector_store: vectorDb,
    embedding_model: embedding,
    x2text,
    chunk_size: 0,
    retrieval_strategy: 'simple',
    similarity_top_k: 3,
  })
})
