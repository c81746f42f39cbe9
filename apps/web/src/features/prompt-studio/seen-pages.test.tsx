import { getAdapterInfo, listAdapters } from '@recto/contract/adapters/adapters'
import { patchProfile } from '@recto/contract/prompt-studio/profiles'
import {
  listRecordedRuns,
  listSentInRun,
  replayRuns,
} from '@recto/contract/prompt-studio/recorded-runs'
import { omitUndefined } from '@recto/omit-undefined'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer } from '../../testing/fake-server.ts'
import { fullSetUp } from '../../testing/people.ts'
import { profile, showProject, studioServer } from './testing/acme-invoices.tsx'

const adapters = answer(listAdapters, ({ query }) =>
  fullSetUp.filter((adapter) => !query.adapter_type || adapter.adapter_type === query.adapter_type),
)
const info = (imageInput: { max_count: number; tokens_per_page: number | null } | undefined) =>
  answer(getAdapterInfo, ({ params }) => ({
    id: params.id,
    adapter_id: 'openai|1',
    adapter_name: 'Model',
    adapter_type: 'LLM' as const,
    created_by: 7,
    ...omitUndefined({ image_input: imageInput }),
  }))

async function openProfile() {
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Settings' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Careful' }))
  await screen.findByText('Edit Careful')
}

async function choose(label: RegExp | string, option: string) {
  fireEvent.mouseDown(await screen.findByLabelText(label))
  fireEvent.click(await screen.findByTitle(option))
}

test('a profile says which pages its model sees, and what a page takes', async () => {
  const server = studioServer(
    {},
    info({ max_count: 8, tokens_per_page: 1530 }),
    adapters,
    answer(patchProfile, () => profile),
  )
  await openProfile()
  expect(await screen.findByText('Up to 1,530 tokens for each page.')).toBeTruthy()
  expect(screen.queryByLabelText('Maximum number of pages')).toBeNull()
  await choose(/What the model sees/, 'Text and images of pages')
  await choose('Pages that it sees', 'All pages')
  const count = await screen.findByLabelText('Maximum number of pages')
  expect(count.getAttribute('aria-valuemax')).toBe('8')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Saved successfully')).toBeTruthy()
  expect(server.callsOf(patchProfile)[0]?.body).toEqual({
    model_sees: 'text_and_pages',
    seen_pages: 'all',
    expected: { model_sees: 'text', seen_pages: 'first' },
  })
})

test('a model that does not accept images has no such setting, and a saved profile keeps its own', async () => {
  const server = studioServer(
    {},
    info(undefined),
    adapters,
    answer(patchProfile, () => profile),
  )
  await openProfile()
  expect(screen.queryByLabelText(/What the model sees/)).toBeNull()
  fireEvent.change(await screen.findByLabelText('Chunk size'), { target: { value: '512' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved successfully')).toBeTruthy()
  expect(server.callsOf(patchProfile)[0]?.body).toEqual({
    chunk_size: 512,
    expected: { chunk_size: profile.chunk_size },
  })
})

test('a run shows which images have left', async () => {
  const digest = '0123456789abcdef'.repeat(4)
  studioServer(
    {},
    answer(listRecordedRuns, () => ({
      runs: [{ id: 'first', created_at: '2026-06-03T09:15:20.123456Z', values: 1 }],
    })),
    answer(replayRuns, () => ({ fields: [] })),
    answer(listSentInRun, () => ({
      calls: [
        {
          step: 'stamp/answer',
          model: 'gpt-4o',
          system: '',
          is_cut: false,
          images: [
            { page: 2, digest, media_type: 'image/jpeg', width: 1086, height: 1536, size: 204_700 },
          ],
          prompt: 'Which stamp?',
        },
      ],
      reasoning: [],
      placeholders: [],
    })),
  )
  await showProject()
  await userEvent.click(await screen.findByRole('button', { name: 'Compare runs' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Sent to providers' }))
  const images = await screen.findByRole('list', { name: 'Images of pages' })
  expect(within(images).getByRole('listitem').textContent).toBe(
    'Image of page 2, 1086 × 1536 pixels, 205 kB, SHA-256 0123456789ab',
  )
})
