import type { Person, TestFile } from '../../../apps/server/src/testing/people.ts'
import { studioOf } from '../../../apps/server/src/testing/studio.ts'
import { formFields, formFile } from '../prompts/forms.ts'

export type StudioProject = {
  readonly id: string
  readonly name: string
  readonly profileId: string
  /** All profile ids, including `profileId`. */
  readonly profileIds: readonly string[]
  readonly documentId: string
  readonly promptIds: readonly string[]
}

type StudioProjectOptions = {
  readonly name: string
  readonly prompts: number
  /** Number of documents, by default one. */
  readonly documents?: number
}

/** Creates a project with forms of one page, which the built-in extractor answers under two profiles. */
export async function makeProject(
  person: Person,
  { name, prompts, documents = 1 }: StudioProjectOptions,
): Promise<StudioProject> {
  const studio = studioOf(person)
  const form: TestFile = { ...(await formFile(1)), field: 'file' }
  const fields = { tool_name: name }
  const project = await studio.runnable(form, { fields, profile: { chunk_size: 0 } })
  for (let number = 2; number <= documents; number++) {
    await studio.document(project.tool_id, { ...(await formFile(number)), field: 'file' })
  }
  const { body: profiles } = await person.get(
    `prompt-studio/prompt-studio-profile/${project.tool_id}/`,
  )
  const promptIds: string[] = []
  for (const { key, prompt } of manyFields(prompts)) {
    const { prompt_id } = await studio.prompt(project.tool_id, {
      prompt_key: key,
      prompt,
      sequence_number: promptIds.length + 1,
    })
    promptIds.push(prompt_id)
  }
  return {
    id: project.tool_id,
    name,
    profileId: project.profile_id,
    profileIds: profiles.map((one: { profile_id: string }) => one.profile_id),
    documentId: project.document_id,
    promptIds,
  }
}

/** Returns the fields; some repeat when there are more prompts than lines on a form. */
function manyFields(count: number) {
  const fields = formFields(count)
  return Array.from({ length: count }, (_, index) => {
    const { key, prompt } = fields[index % fields.length] ?? { key: 'field', prompt: 'What?' }
    return { key: `${key}_${index + 1}`, prompt }
  })
}
