import { projectFields, projectSettings } from '@recto/contract/prompt-studio/project-fields'
import * as api from '@recto/contract/prompt-studio/prompt-studio'
import type { Person } from '../people.ts'
import type { TestServer } from '../start-server.ts'
import { studioOf } from '../studio.ts'
import { newestAuditEntry, type RoundTrip, type Values } from './find-losses.ts'
import { toolOf } from './tool-of.ts'

let count = 0

/** Imports a project file; the id of the project. */
export async function importProject(person: Person, file: unknown): Promise<string> {
  const { body } = await person.upload('prompt-studio/project-transfer/', {
    files: [{ name: 'project.json', content: JSON.stringify(file), type: 'application/json' }],
  })
  return body.tool_id
}

/** Clones a project; its body. */
export const cloneProject = async (person: Person, tool_id: string) =>
  (await person.post('prompt-studio/clone/', { tool_id, tool_name: `Copy ${++count}` })).body

export const readProjectFile = async (person: Person, id: string) =>
  (await person.get(`prompt-studio/project-transfer/${id}/`)).body

export async function projectRoundTrip(server: TestServer): Promise<RoundTrip> {
  const studio = studioOf(server.as('admin'))
  const { person } = studio
  const model = { url: 'http://127.0.0.1:9' }
  const llmIds = [await studio.cannedLlm(model, 'First'), await studio.cannedLlm(model, 'Second')]
  const [firstLlm, secondLlm] = llmIds
  const { body: adapters } = await person.get('adapter/')
  const toAdapterId = (name: unknown): string =>
    adapters.find((row: Values) => row.adapter_name === name)?.id
  const read = async (id: string): Promise<Values> =>
    (await person.get(`prompt-studio/${id}/`)).body

  return {
    fields: projectFields,
    requests: [api.createProject.body, api.updateProject.body],
    otherInputs: {
      shared_users: 'People are in a table of their own.',
      summarize_llm_profile: 'It moves the flag of a profile.',
      expected: 'It is compared, and not stored.',
    },
    samples: {
      name: [`Sample ${++count}`, `Sample ${++count}`],
      masking: [
        { kinds: ['iban'], words: ['Acme'], countries: ['DE'], prompts: ['total'] },
        { kinds: ['card'], words: ['Bolt'], countries: ['FR'], prompts: ['sum'] },
      ],
      checks: [
        [{ name: 'Large', expression: 'total > 1', message: 'It is small.' }],
        [{ name: 'Small', expression: 'total < 9', message: 'It is large.' }],
      ],
      challengeLlmId: [firstLlm, secondLlm],
      monitorLlmId: [secondLlm, firstLlm],
      // With a challenge, single pass and summaries at once the first round has all of them on.
      enableChallenge: [true, false],
    },
    namesOfDefault: { name: `Sample ${++count}` },
    async make(body) {
      const { tool_id } = await studio.project(body)
      await studio.prompt(tool_id, {
        prompt_key: 'total',
        prompt: 'Total?',
        enforce_type: 'number',
      })
      return tool_id
    },
    change: async (id, body) => (await person.patch(`prompt-studio/${id}/`, body)).body,
    replace: async (id, body) => (await person.put(`prompt-studio/${id}/`, body)).body,
    views: {
      'the project': read,
      'the list': async (id) => {
        const { body } = await person.get('prompt-studio/?include_prompts=false')
        return body.find((row: Values) => row.tool_id === id)
      },
    },
    ways: {
      'the file': {
        way: 'file',
        read: async (id) => {
          const { tool_metadata, tool_settings } = await readProjectFile(person, id)
          const { challenge_llm, monitor_llm } = tool_settings
          return {
            ...tool_metadata,
            ...tool_settings,
            challenge_llm: toAdapterId(challenge_llm),
            monitor_llm: toAdapterId(monitor_llm),
          }
        },
      },
      'the project that is read from the file': {
        way: 'copy',
        read: async (id) => read(await importProject(person, await readProjectFile(person, id))),
      },
      'the project that is synchronized with the file': {
        way: 'copy',
        fields: projectSettings,
        read: async (id) => {
          const { tool_id } = await studio.project()
          const data = await readProjectFile(person, id)
          await person.post(`prompt-studio/${tool_id}/sync-prompts/`, { data })
          return read(tool_id)
        },
      },
      'the clone': { way: 'copy', read: (id) => cloneProject(person, id) },
      'the tool': {
        way: 'tool',
        read: async (id) => {
          const { icon, tool_metadata } = await toolOf(person, id)
          const { name, description, author, tool_settings: settings } = tool_metadata
          return {
            ...settings,
            icon,
            tool_name: name,
            description,
            author,
            single_pass_extraction_mode: settings.enable_single_pass_extraction,
            prompt_grammer: Object.fromEntries(
              settings.grammar.map((entry: Values) => [entry.word, entry.synonyms]),
            ),
          }
        },
      },
    },
    audit: newestAuditEntry(person),
    refusedFields: async (id, body) => {
      const { status, body: refusal } = await person.patch(`prompt-studio/${id}/`, body)
      return status === 409 ? refusal.errors.map(({ attr }: { attr: string }) => attr) : []
    },
  }
}
