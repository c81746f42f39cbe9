import { listAdapters } from '@recto/contract/adapters/adapters'
import {
  createProfile,
  listProfiles,
  patchProfile,
  setDefaultProfile,
} from '@recto/contract/prompt-studio/profiles'
import { listDefaultOutputs } from '@recto/contract/prompt-studio/prompt-outputs'
import { exportTool } from '@recto/contract/tools/tools'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../testing/fake-server.ts'
import { fullSetUp } from '../../testing/people.ts'
import { april, output, profile, showProject, studioServer } from './testing/acme-invoices.tsx'

const _pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const adapters = answer(listAdapters, ({ query }) =>
  fullSetUp.filter((adapter) => !query.adapter_type || adapter.adapter_type === query.adapter_type),
)
const press = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole('button', { name }))
const _chooseFiles = async (files: readonly File[]) =>
  fireEvent.change(await screen.findByLabelText('Files to upload'), { target: { files } })

test('all values together are one object with their types [PS-196] [PS-197]', async () => {
  studioServer(
    { outputs: [output()] },
    answer(listDefaultOutputs, () => ({ total: '5670.0' })),
  )
  await showProject('?pane=combined')
  const whole = await screen.findByRole('region', { name: 'Combined output' })
  expect(JSON.parse(whole.textContent ?? '')).toEqual({ total: 5670 })
})

test('what was not found, and what was not run, is told beside the combined output', async () => {
  studioServer(
    {},
    answer(listDefaultOutputs, () => ({ total: null, date: '' })),
  )
  await showProject('?pane=combined')
  const whole = await screen.findByRole('region', { name: 'Combined output' })
  expect(JSON.parse(whole.textContent ?? '')).toEqual({ total: null, date: '' })
  expect(screen.getByText('Not found in the document: total.')).toBeTruthy()
  expect(screen.getByText('Not run yet: date.')).toBeTruthy()
})

test('of many keys without a value a few are named, so that the combined output stays in sight', async () => {
  const keys = Array.from({ length: 200 }, (_, place) => `field_${place}`)
  studioServer(
    {},
    answer(listDefaultOutputs, () => Object.fromEntries(keys.map((key) => [key, '']))),
  )
  await showProject('?pane=combined')
  await screen.findByRole('region', { name: 'Combined output' })
  expect(
    screen.getByText(`Not run yet: ${keys.slice(0, 12).join(', ')} and 188 more.`),
  ).toBeTruthy()
})

test('prompts that were not run are warned of before they are exported by force [PS-386] [PS-388] [PS-389] [PS-390]', async () => {
  const warning =
    'Unable to export tool. Some prompt(s) were not run. Please run them before exporting.'
  const server = studioServer(
    {},
    answer(exportTool, ({ body }) =>
      body.force_export ? { message: 'Exported.' } : refuse(500, warning, { code: 'warning' }),
    ),
  )
  const { router } = await showProject()
  expect(await screen.findByText('Not exported')).toBeTruthy()
  await press(/Export as tool/)

  expect(await screen.findByText(warning)).toBeTruthy()
  expect(screen.getByText('Are you sure')).toBeTruthy()
  await press('Force Export')
  expect(await screen.findByText('Custom tool exported successfully')).toBeTruthy()
  expect(server.callsOf(exportTool).map(({ body }) => body.force_export)).toEqual([false, true])
  await press('Create workflow')
  expect(router.state.location.pathname).toBe('/acme/workflows')
})

test('an export that is refused says why [PS-387]', async () => {
  studioServer(
    {},
    answer(exportTool, () => refuse(500, 'The prompt “total” is empty.')),
  )
  await showProject()
  await press(/Export as tool/)
  await press('Export')
  expect((await screen.findByRole('alert')).textContent).toContain('The prompt “total” is empty.')
})

test('a profile needs a name and its adapters [PS-143] [PS-144] [PS-145] [PS-146] [PS-147]', async () => {
  const server = studioServer(
    {},
    adapters,
    answer(createProfile, () => profile),
  )
  await showProject()
  await press('Settings')
  await press(/Add New LLM Profile/)
  await press('Save')
  for (const words of [
    'Please enter the name',
    'Please enter the LLM',
    'Please select the vector store',
    'Please select the embedding model',
    'Please select the text extractor',
  ]) {
    expect(await screen.findByText(words)).toBeTruthy()
  }
  expect(server.callsOf(createProfile)).toEqual([])
})

test('a profile reads as names of adapters and is saved as their ids [PS-160] [PS-048]', async () => {
  // The adapters of this profile have been renamed since, so all of them must be chosen again.
  const old = { llm: 'Old', vector_store: 'Old', embedding_model: 'Old', x2text: 'Old' }
  const server = studioServer(
    { profiles: [{ ...profile, ...old }] },
    adapters,
    answer(patchProfile, () => profile),
  )
  await showProject()
  await press('Settings')
  await press('Edit Careful')
  const [llm, vectorDb, embedding, x2text] = fullSetUp
  await screen.findByText('Edit Careful')
  for (const [label, adapter] of [
    ['LLM', llm],
    ['Vector store', vectorDb],
    ['Embedding model', embedding],
    ['Text extractor', x2text],
  ] as const) {
    fireEvent.mouseDown(screen.getByLabelText(label))
    fireEvent.click(await screen.findByTitle(adapter?.adapter_name ?? ''))
  }
  await press('Save')

  expect(await screen.findByText('Saved successfully')).toBeTruthy()
  expect(server.callsOf(patchProfile)[0]?.body).toEqual({
    llm: llm?.id,
    vector_store: vectorDb?.id,
    embedding_model: embedding?.id,
    x2text: x2text?.id,
    expected: old,
  })
})

test('what somebody else has saved of a profile meanwhile is shown beside what is entered, and not replaced in silence', async () => {
  let storedProfile = profile
  const server = studioServer(
    {},
    adapters,
    answer(listProfiles, () => [storedProfile]),
    answer(patchProfile, ({ body: { expected, ...body } }) => {
      if (
        expected?.profile_name !== undefined &&
        expected.profile_name !== storedProfile.profile_name
      ) {
        return refuse(
          409,
          'The profile was changed in the meantime, so your change was not saved. Reload to see the current version.',
        )
      }
      storedProfile = {
        ...storedProfile,
        profile_name: body.profile_name ?? storedProfile.profile_name,
      }
      return storedProfile
    }),
  )
  await showProject()
  await press('Settings')
  await press('Edit Careful')
  storedProfile = { ...profile, profile_name: 'Theirs' }
  const name = await screen.findByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Mine')
  await press('Save')
  const row = within(await screen.findByRole('row', { name: /^Name/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Theirs', 'Mine'])
  expect(storedProfile.profile_name).toBe('Theirs')

  await press('Keep saved version')
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Theirs')
  await userEvent.type(screen.getByLabelText('Name'), ' and mine')
  await press('Save')
  expect(await screen.findByText('Saved successfully')).toBeTruthy()
  expect(server.callsOf(patchProfile)[1]?.body).toEqual({
    profile_name: 'Theirs and mine',
    expected: { profile_name: 'Theirs' },
  })
})

test('another profile becomes the default one [PS-139] [PS-158]', async () => {
  const quick = {
    ...profile,
    profile_id: april.document_id,
    profile_name: 'Quick',
    is_default: false,
  }
  const server = studioServer(
    { profiles: [profile, quick] },
    answer(setDefaultProfile, ({ body }) => body),
  )
  await showProject()
  await press('Settings')
  await userEvent.click(await screen.findByLabelText('Make Quick the default'))

  expect(await screen.findByText('Default LLM Profile updated successfully')).toBeTruthy()
  expect(server.callsOf(setDefaultProfile)[0]?.body).toEqual({ default_profile: quick.profile_id })
})
