import { promptFields, promptSwitches } from '@recto/contract/prompt-studio/prompt-fields'
import * as api from '@recto/contract/prompt-studio/prompts'
import { omitUndefined } from '@recto/omit-undefined'
import type { TestServer } from '../start-server.ts'
import { studioOf } from '../studio.ts'
import type { RoundTrip, Values } from './find-losses.ts'
import { cloneProject, importProject, readProjectFile } from './project-round-trip.ts'
import { toolOf } from './tool-of.ts'

const byKey = (prompts: readonly Values[], { prompt_key }: Values): Values =>
  prompts.find((prompt) => prompt.prompt_key === prompt_key) ?? {}

/** The round trips of a prompt, or of a note, which has no profile and is not exported. */
export async function promptRoundTrip(
  server: TestServer,
  type: 'PROMPT' | 'NOTES' = 'PROMPT',
): Promise<RoundTrip> {
  const isNote = type === 'NOTES'
  const studio = studioOf(server.as('admin'))
  const { person } = studio
  const { tool_id, default_profile } = await studio.project()
  const table = `Suppliers ${tool_id}`
  await person.upload('lookup-tables/', {
    files: [{ name: 'suppliers.csv', content: 'Number,Name\n1,Acme' }],
    fields: { name: table },
  })
  const second = await studio.profile(tool_id, { profile_name: 'Second' })
  await studio.prompt(tool_id, { prompt_key: 'other', prompt: 'Other?' })
  const { body: profiles } = await person.get(`prompt-studio/prompt-studio-profile/${tool_id}/`)
  const read = async (id: string): Promise<Values> =>
    (await person.get(`prompt-studio/prompt/${id}/`)).body
  const readIn = async (id: string, projectId: string): Promise<Values> => {
    const [prompt, { body: project }, { body: ownProfiles }] = await Promise.all([
      read(id),
      person.get(`prompt-studio/${projectId}/`),
      person.get(`prompt-studio/prompt-studio-profile/${projectId}/`),
    ])
    const copy = byKey(project.prompts, prompt)
    return { ...copy, profile_manager: toOriginal(ownProfiles, copy.profile_manager) }
  }
  /** A copy has profiles of its own with the same names. */
  const toOriginal = (ownProfiles: readonly Values[], id: unknown) => {
    const name = ownProfiles.find(({ profile_id }) => profile_id === id)?.profile_name
    return findProfileId(name ?? null)
  }
  const findProfileId = (name: unknown) =>
    profiles.find(({ profile_name }: Values) => profile_name === name)?.profile_id ?? null

  const toolWay = {
    way: 'tool',
    read: async (id: string): Promise<Values> => {
      const { body: project } = await person.get(`prompt-studio/${tool_id}/`)
      const emptyPrompts = project.prompts.filter(({ prompt }: Values) => prompt === '')
      for (const { prompt_id } of emptyPrompts) {
        await person.delete(`prompt-studio/prompt/${prompt_id}/`)
      }
      const { outputs } = (await toolOf(person, tool_id)).tool_metadata
      const prompt = await read(id)
      const output = outputs.find(({ name }: Values) => name === prompt.prompt_key)
      // A prompt that is not active is left out as a whole.
      if (!output) return { ...prompt, active: false }
      return { ...output, prompt_key: output.name, enforce_type: output.type }
    },
  }

  return {
    fields: { ...promptFields, ...promptSwitches },
    requests: [api.createPrompt.body, api.updatePrompt.body],
    otherInputs: { expected: 'It is compared, and not stored.' },
    samples: {
      promptType: [type, type],
      // Sent alone, the id of the default profile would mean that the prompt follows it.
      profileId: isNote ? [null, null] : [default_profile, second.profile_id],
      followsDefault: [false, false],
      active: [true, false],
      enforceType: ['number', 'date'],
      matchTo: [null, { table, compare: [{ column: 'Number', field: null }], add: ['Name'] }],
    },
    ...omitUndefined({ namesOfDefault: isNote ? undefined : { key: 'usual' } }),
    // A prompt that follows the default profile reads as having it.
    replyMappers: { profileId: (id) => id ?? (isNote ? null : default_profile) },
    make: async (body) => (await studio.prompt(tool_id, body)).prompt_id,
    change: async (id, body) => (await person.patch(`prompt-studio/prompt/${id}/`, body)).body,
    replace: async (id, body) => (await person.put(`prompt-studio/prompt/${id}/`, body)).body,
    views: {
      'the prompt': read,
      'the project': (id) => readIn(id, tool_id),
      'the prompt that was deleted and restored': async (id) => {
        await person.delete(`prompt-studio/prompt/${id}/`)
        await person.post(`prompt-studio/${tool_id}/restore/`, { id })
        return read(id)
      },
    },
    ways: {
      'the file': {
        way: 'file',
        read: async (id) => {
          const { prompts } = await readProjectFile(person, tool_id)
          const prompt = byKey(prompts, await read(id))
          return {
            ...prompt,
            ...(prompt.evaluation as Values),
            follows_default_profile: !isNote && prompt.profile_name === null,
            profile_manager: findProfileId(prompt.profile_name),
          }
        },
      },
      'the project that is read from the file': {
        way: 'copy',
        read: async (id) =>
          readIn(id, await importProject(person, await readProjectFile(person, tool_id))),
      },
      'the project that is synchronized with the file': {
        way: 'copy',
        read: async (id) => {
          const { tool_id: otherId } = await studio.project()
          await studio.profile(otherId, { profile_name: 'Second' })
          const data = await readProjectFile(person, tool_id)
          await person.post(`prompt-studio/${otherId}/sync-prompts/`, { data })
          return readIn(id, otherId)
        },
      },
      'the clone': {
        way: 'copy',
        read: async (id) => readIn(id, (await cloneProject(person, tool_id)).tool_id),
      },
      ...omitUndefined({ 'the tool': isNote ? undefined : toolWay }),
    },
    refusedFields: async (id, body) => {
      const { status, body: refusal } = await person.patch(`prompt-studio/prompt/${id}/`, body)
      return status === 409 ? refusal.errors.map(({ attr }: { attr: string }) => attr) : []
    },
  }
}
