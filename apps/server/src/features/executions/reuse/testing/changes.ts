import { expect } from 'vitest'
import type { ReuseStory } from './reuse-story.ts'

export type TableStory = ReuseStory & { readonly deleteTable: () => Promise<unknown> }

export const first = { order: '1001', buyer: '1001' }
export const second = { order: '1002', buyer: '1002' }

/** The next run, as its API tells it, with what has arrived since. */
type NextRun = {
  readonly calls: number
  readonly reused: number
  readonly skipped?: number
  readonly arrived: readonly unknown[]
  readonly status?: string
}

export const reusedResult: NextRun = { calls: 0, reused: 1, arrived: [first] }
export const readAgain: NextRun = { calls: 2, reused: 0, arrived: [second] }

export type Case = {
  readonly change: string
  readonly act?: (story: TableStory) => Promise<unknown>
  readonly next: NextRun
  /** Options of the next run. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The table in which the result arrives. */
  readonly arrivesIn?: string
}

async function changePrompt(story: TableStory, change: Readonly<Record<string, unknown>>) {
  const promptId = await story.findPromptId('order')
  await story.person.patch(`prompt-studio/prompt/${promptId}/`, change)
  await story.exportAgain()
}

async function removePrompt(story: TableStory) {
  await story.person.delete(`prompt-studio/prompt/${await story.findPromptId('buyer')}/`)
  await story.exportAgain()
}

async function addPrompt(story: TableStory) {
  await story.person.post(`prompt-studio/prompt-studio-prompt/${story.projectId}/`, {
    prompt_key: 'date',
    prompt: 'What is the date?',
    tool_id: story.projectId,
    prompt_type: 'PROMPT',
    profile_manager: story.profileId,
    sequence_number: 3,
    enforce_type: 'text',
  })
  await story.exportAgain()
}

export const clear = (path: string) => (story: TableStory) =>
  story.person.get(`workflow/${story.workflowId}/${path}/`)

const clearFailed = (story: TableStory) =>
  story.person.post(`workflow/${story.workflowId}/file-histories/clear/`, { status: ['ERROR'] })

export const cases: readonly Case[] = [
  { change: 'nothing is changed', next: reusedResult },
  {
    change: 'the adapter is renamed',
    act: (story) => story.person.patch(`adapter/${story.adapterId}/`, { adapter_name: 'Renamed' }),
    next: reusedResult,
  },
  { change: 'the unchanged prompts are exported', act: (s) => s.exportAgain(), next: reusedResult },
  {
    change: 'the table is deleted',
    act: (story) => story.deleteTable(),
    next: reusedResult,
  },
  {
    change: 'another table is chosen',
    act: (story) => story.chooseTable('reuse_elsewhere'),
    arrivesIn: 'reuse_elsewhere',
    next: reusedResult,
  },
  {
    change: 'a folder is added to the source',
    act: (story) => story.addFolder(),
    next: reusedResult,
  },
  {
    change: 'a setting of the adapter is changed',
    act: (story) => story.changeAdapter({ max_tokens: 1000 }),
    next: readAgain,
  },
  {
    change: 'the adapter gets another model',
    act: (story) => story.changeAdapter({ model: 'canned-2' }),
    next: readAgain,
  },
  {
    change: 'the model answers 401 only',
    act: (story) => story.changeAdapter({ api_key: 'wrong' }),
    next: { calls: 2, reused: 0, arrived: [], status: 'ERROR' },
  },
  {
    change: 'a prompt is changed',
    act: (story) => changePrompt(story, { prompt: 'What is the number of the order?' }),
    next: readAgain,
  },
  {
    change: 'a prompt is added',
    act: addPrompt,
    next: { calls: 3, reused: 0, arrived: [{ ...second, date: '1002' }] },
  },
  {
    change: 'a prompt is removed',
    act: removePrompt,
    next: { calls: 1, reused: 0, arrived: [{ order: '1002' }] },
  },
  {
    change: 'the type of a prompt is changed',
    act: (story) => changePrompt(story, { enforce_type: 'number' }),
    next: { calls: 2, reused: 0, arrived: [{ ...second, order: 1002 }] },
  },
  {
    change: 'the profile is changed',
    async act(story) {
      const path = `prompt-studio/profile-manager/${story.profileId}/`
      await story.person.patch(path, { similarity_top_k: 7 })
      await story.exportAgain()
    },
    next: readAgain,
  },
  {
    change: 'a setting of the tool is changed',
    act: (story) => story.changeToolSettings({ enable_embedded_data: true }),
    next: readAgain,
  },
  {
    change: 'the file is changed',
    act: (story) => story.putFile('Order 8\n'),
    next: readAgain,
  },
  { change: 'the cache is cleared', act: clear('clear-cache'), next: readAgain },
  { change: 'the file history is cleared', act: clear('clear-file-marker'), next: readAgain },
  { change: 'the history of failed files is cleared', act: clearFailed, next: readAgain },
  {
    change: 'the connector of the source is renamed',
    act: (story) =>
      story.person.patch(`connector/${story.folderId}/`, { connector_name: `New ${story.name}` }),
    next: reusedResult,
  },
  {
    change: 'the table gets a column for the status',
    act: (story) => story.chooseTable(story.name, { includeStatus: true }),
    next: reusedResult,
  },
  {
    change: 'a note is added between the prompts',
    async act(story) {
      await story.person.post(`prompt-studio/prompt-studio-prompt/${story.projectId}/`, {
        prompt_key: 'note',
        prompt: 'These are the head data.',
        tool_id: story.projectId,
        prompt_type: 'NOTES',
        sequence_number: 3,
      })
      await story.exportAgain()
    },
    next: reusedResult,
  },
  {
    change: 'the same file is written again',
    act: (s) => s.putFile('Order 7\n'),
    next: reusedResult,
  },
  { change: 'the file is renamed', act: (s) => s.moveFile('renamed.txt'), next: reusedResult },
  {
    change: 'the file is moved to a folder',
    act: (s) => s.moveFile('more/order.txt'),
    next: reusedResult,
  },
  {
    change: 'another file is added',
    act: (story) => story.putFile('Order 9\n', 'other.txt'),
    next: { calls: 2, reused: 1, arrived: expect.arrayContaining([first, second]) },
  },
  {
    change: 'the profile gets another adapter',
    async act(story) {
      const llm = await story.addAdapter('canned-3')
      const path = `prompt-studio/profile-manager/${story.profileId}/`
      await story.person.patch(path, { llm })
      await story.exportAgain()
    },
    next: readAgain,
  },
  {
    change: 'a prompt is switched off',
    act: (story) => changePrompt(story, { active: false }),
    next: { calls: 1, reused: 0, arrived: [{ buyer: '1002' }] },
  },
  {
    change: 'a prompt gets another key',
    act: (story) => changePrompt(story, { prompt_key: 'number' }),
    next: { calls: 2, reused: 0, arrived: [{ number: '1002', buyer: '1002' }] },
  },
  {
    change: 'the preamble is changed',
    async act(story) {
      await story.person.patch(`prompt-studio/${story.projectId}/`, { preamble: 'Be brief.' })
      await story.exportAgain()
    },
    next: readAgain,
  },
  {
    change: 'the entry of the file in the history is deleted',
    async act({ person, workflowId }) {
      const path = `workflow/${workflowId}/file-histories/`
      const { body } = await person.get(path)
      await person.delete(`${path}${body.results[0].id}/`)
    },
    next: readAgain,
  },
  {
    change: 'the run is to use no earlier results',
    options: { use_earlier_results: false },
    next: readAgain,
  },
]
