import { getAdapterInfo, listAdapters } from '@recto/contract/adapters/adapters'
import { patchProfile } from '@recto/contract/prompt-studio/profiles'
import { omitUndefined } from '@recto/omit-undefined'
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer } from '../../testing/fake-server.ts'
import { fullSetUp } from '../../testing/people.ts'
import { profile, showProject, studioServer } from './testing/acme-invoices.tsx'

const adapters = answer(listAdapters, ({ query }) =>
  fullSetUp.filter((adapter) => !query.adapter_type || adapter.adapter_type === query.adapter_type),
)

type ImageInput = { readonly max_count: number; readonly tokens_per_page: number | null }

/** Opens the form of a profile whose model accepts images like this. */
async function openProfile(imageInput: ImageInput | undefined) {
  const server = studioServer(
    {},
    answer(getAdapterInfo, ({ params }) => ({
      id: params.id,
      adapter_id: 'openai|1',
      adapter_name: 'Model',
      adapter_type: 'LLM' as const,
      created_by: 7,
      ...omitUndefined({ image_input: imageInput }),
    })),
    adapters,
    answer(patchProfile, () => profile),
  )
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Careful' }))
  await screen.findByText('Edit Careful')
  return server
}

async function save() {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved successfully')).toBeTruthy()
}

async function choose(label: RegExp | string, option: string) {
  fireEvent.mouseDown(await screen.findByLabelText(label))
  fireEvent.click(await screen.findByTitle(option))
}

test('a profile says which pages its model sees, and what a page takes', async () => {
  const server = await openProfile({ max_count: 8, tokens_per_page: 1530 })
  expect(await screen.findByText('Up to 1,530 tokens for each page.')).toBeTruthy()
  expect(screen.queryByLabelText('Maximum number of pages')).toBeNull()
  await choose(/What the model sees/, 'Text and images of pages')
  await choose('Pages that it sees', 'All pages')
  const count = await screen.findByLabelText('Maximum number of pages')
  expect(count.getAttribute('aria-valuemax')).toBe('8')
  await save()

  expect(server.callsOf(patchProfile)[0]?.body).toEqual({
    model_sees: 'text_and_pages',
    seen_pages: 'all',
    expected: { model_sees: 'text', seen_pages: 'first' },
  })
})

test('a model that does not accept images has no such setting, and a saved profile keeps its own', async () => {
  const server = await openProfile(undefined)
  expect(screen.queryByLabelText(/What the model sees/)).toBeNull()
  fireEvent.change(await screen.findByLabelText('Chunk size'), { target: { value: '512' } })
  await save()
  expect(server.callsOf(patchProfile)[0]?.body).toEqual({
    chunk_size: 512,
    expected: { chunk_size: profile.chunk_size },
  })
})
