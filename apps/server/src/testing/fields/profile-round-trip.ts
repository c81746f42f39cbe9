import {
  profileAdapters,
  profileEscalation,
  profileFields,
} from '@recto/contract/prompt-studio/profile-fields'
import * as api from '@recto/contract/prompt-studio/profiles'
import type { TestServer } from '../start-server.ts'
import { studioOf } from '../studio.ts'
import type { RoundTrip, Values } from './find-losses.ts'
import { cloneProject, importProject, readProjectFile } from './project-round-trip.ts'
import { toolOf } from './tool-of.ts'

/** Only the model of such an adapter may see pages. */
const seeingModel = {
  adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
  settings: { api_base: 'http://127.0.0.1:1/v1', model: 'gpt-4o' },
} as const

/** A tool has no pages where its model gets text alone. */
function fieldsOfSeenPages(seenPages: Values | undefined): Values {
  if (!seenPages) return { model_sees: 'text', seen_pages: 'first', max_seen_pages: 5 }
  return {
    model_sees: seenPages.is_text_left_out ? 'pages' : 'text_and_pages',
    seen_pages: seenPages.selection,
    max_seen_pages: seenPages.max_pages,
  }
}

export async function profileRoundTrip(server: TestServer): Promise<RoundTrip> {
  const studio = studioOf(server.as('admin'))
  const { person } = studio
  const { tool_id, default_profile } = await studio.project()
  const { body: adapters } = await person.get('adapter/')
  const names = new Map<unknown, unknown>()
  const addAdapter = async (type: string, adapter_name: string): Promise<string> => {
    const { adapter_id, settings } =
      type === 'LLM' ? seeingModel : adapters.find((row: Values) => row.adapter_type === type)
    const reply = await person.post('adapter/', {
      adapter_id,
      adapter_type: type,
      adapter_name,
      adapter_metadata: { ...settings, adapter_name },
    })
    names.set(reply.body.id, adapter_name)
    return reply.body.id
  }
  const addPair = async (type: string) =>
    [await addAdapter(type, `${type} 1`), await addAdapter(type, `${type} 2`)] as const
  const toName = (id: unknown) => (id === null ? null : names.get(id))
  const read = async (id: string): Promise<Values> =>
    (await person.get(`prompt-studio/profile-manager/${id}/`)).body
  const readIn = async (id: string, projectId: string): Promise<Values> => {
    const { profile_name } = await read(id)
    const { body } = await person.get(`prompt-studio/prompt-studio-profile/${projectId}/`)
    return body.find((profile: Values) => profile.profile_name === profile_name)
  }

  return {
    fields: profileFields,
    requests: [api.createProfile.body, api.updateProfile.body],
    otherInputs: { expected: 'It is compared, and not stored.' },
    samples: {
      llmId: await addPair('LLM'),
      escalationLlmId: [await addAdapter('LLM', 'LLM 3'), await addAdapter('LLM', 'LLM 4')],
      embeddingId: await addPair('EMBEDDING'),
      vectorDbId: await addPair('VECTOR_DB'),
      textExtractorId: await addPair('X2TEXT'),
      chunkSize: [512, 256],
      chunkOverlap: [64, 32],
      similarityTopK: [5, 7],
      modelSees: ['pages', 'text_and_pages'],
      maxSeenPages: [7, 3],
    },
    namesOfDefault: { name: 'Usual' },
    replyMappers: Object.fromEntries(
      Object.keys({ ...profileAdapters, ...profileEscalation }).map((name) => [name, toName]),
    ),
    make: async (body) =>
      (await studio.profile(tool_id, { prompt_studio_tool: tool_id, ...body })).profile_id,
    change: async (id, body) =>
      (await person.patch(`prompt-studio/profile-manager/${id}/`, body)).body,
    replace: async (id, body) =>
      (await person.put(`prompt-studio/profile-manager/${id}/`, body)).body,
    views: { 'the profile': read, 'the list': (id) => readIn(id, tool_id) },
    ways: {
      'the file': {
        way: 'file',
        read: async (id) => {
          const { profile_name } = await read(id)
          const { profiles } = await readProjectFile(person, tool_id)
          return profiles.find((profile: Values) => profile.profile_name === profile_name)
        },
      },
      'the project that is read from the file': {
        way: 'copy',
        read: async (id) =>
          readIn(id, await importProject(person, await readProjectFile(person, tool_id))),
      },
      'the clone': {
        way: 'copy',
        read: async (id) => readIn(id, (await cloneProject(person, tool_id)).tool_id),
      },
      'the tool': {
        way: 'tool',
        read: async (id) => {
          const profile = await read(id)
          if (!profile.is_default) {
            await person.patch(`prompt-studio/prompt-studio-profile/${tool_id}/`, {
              default_profile,
            })
          }
          const prompt = await studio.prompt(tool_id, {
            prompt_key: `with ${profile.profile_name}`,
            prompt: 'Total?',
            profile_manager: id,
            follows_default_profile: false,
          })
          const { tool_settings, outputs } = (await toolOf(person, tool_id)).tool_metadata
          const output = outputs.find(({ name }: Values) => name === prompt.prompt_key)
          return {
            ...output,
            llm: toName(output.llm),
            vector_store: toName(output['vector-db']),
            embedding_model: toName(output.embedding),
            x2text: toName(output.x2text_adapter),
            escalation_llm: toName(output.escalation_llm ?? null),
            chunk_size: output['chunk-size'],
            chunk_overlap: output['chunk-overlap'],
            retrieval_strategy: output['retrieval-strategy'],
            similarity_top_k: output['similarity-top-k'],
            hybrid_search: output['hybrid-search'],
            ...fieldsOfSeenPages(output.seen_pages),
            is_default: tool_settings.llm === output.llm,
            is_summarize_llm: tool_settings.summarize_llm === output.llm,
          }
        },
      },
    },
    refusedFields: async (id, body) => {
      const { status, body: refusal } = await person.patch(
        `prompt-studio/profile-manager/${id}/`,
        body,
      )
      return status === 409 ? refusal.errors.map(({ attr }: { attr: string }) => attr) : []
    },
  }
}
