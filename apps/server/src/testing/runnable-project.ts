import type { CannedModelServer } from '@recto/testkit/canned-model-server'
import type { Person, TestFile } from './people.ts'
import type { Studio } from './studio.ts'

type Body = Readonly<Record<string, unknown>>

type ProjectSetup = {
  readonly studio: Studio
  readonly model: CannedModelServer
  readonly invoice: TestFile
}

type ProjectOptions = {
  /** Number of prompts. */
  readonly count: number
  readonly profile: Body
  readonly owner: Studio
}

/** Creates a project with prompts that can be run on a document, and functions that start and list its runs. */
export async function createRunnableProject(
  { studio, model, invoice }: ProjectSetup,
  { count, profile, owner }: ProjectOptions,
) {
  const llm = await owner.cannedLlm(model)
  const runnable = await owner.runnable(invoice, { profile: { llm, ...profile } })
  const promptIds: string[] = []
  for (let number = 1; number <= count; number++) {
    const fields = { prompt_key: `field_${number}`, prompt: `What is the field ${number}?` }
    promptIds.push((await owner.prompt(runnable.tool_id, fields)).prompt_id)
  }
  const { tool_id, document_id, profile_id } = runnable
  const start = (person: Person = studio.person, fields: Body = {}) =>
    person.post(`prompt-studio/${tool_id}/runs/`, {
      prompt_ids: promptIds,
      document_ids: [document_id],
      profile_ids: [profile_id],
      ...fields,
    })
  const runs = async (): Promise<Body[]> =>
    (await studio.person.get(`prompt-studio/${tool_id}/runs/`)).body.runs
  const states = async () => (await runs()).map(({ state }) => state)
  const outputs = async (): Promise<Body[]> =>
    (await studio.person.get(`prompt-studio/prompt-output/?tool_id=${tool_id}`)).body
  return { ...runnable, promptIds, start, runs, states, outputs }
}
