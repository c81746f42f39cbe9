import type { CannedModelServer } from '@recto/testkit/canned-model-server'
import type { Person, TestFile, TestReply } from './people.ts'

type Fields = Readonly<Record<string, unknown>>

/** Calls that every story of the studio begins with; each throws when it is refused. */
export type Studio = {
  readonly person: Person
  /** The adapters that the person starts with, by type. */
  adapters(): Promise<Readonly<Record<string, string>>>
  /** Creates an adapter of an OpenAI-compatible model server, which asks once unless told otherwise; the id. */
  cannedLlm(
    server: Pick<CannedModelServer, 'url'>,
    name?: string,
    settings?: Fields,
  ): Promise<string>
  project(fields?: Fields): Promise<ReturnType<typeof JSON.parse>>
  /** A profile of the person's own adapters, with changes; its body. */
  profile(projectId: string, fields?: Fields): Promise<ReturnType<typeof JSON.parse>>
  /** A profile that is made the default of its project; its body. */
  defaultProfile(projectId: string, fields?: Fields): Promise<ReturnType<typeof JSON.parse>>
  prompt(projectId: string, fields: Fields): Promise<ReturnType<typeof JSON.parse>>
  /** Uploads one document; its id. */
  document(projectId: string, file: TestFile): Promise<string>
  /** A project with one document and a default profile with those changes. */
  runnable(
    file: TestFile,
    options: { readonly fields?: Fields; readonly profile: Fields },
  ): Promise<{
    readonly tool_id: string
    readonly profile_id: string
    readonly document_id: string
  }>
}

let count = 0

export function studioOf(person: Person): Studio {
  const studio: Studio = {
    person,
    async adapters() {
      const rows = bodyOf(await person.get('adapter/'), 200)
      return Object.fromEntries(
        rows.map((row: Record<string, string>) => [row.adapter_type, row.id]),
      )
    },
    async cannedLlm(server, name = `Canned ${++count}`, settings = {}) {
      const adapter = await person.post('adapter/', {
        adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
        adapter_name: name,
        adapter_type: 'LLM',
        adapter_metadata: {
          api_base: `${server.url}/v1`,
          model: 'canned',
          api_key: 'sesame',
          max_retries: 0,
          ...settings,
        },
      })
      return bodyOf(adapter, 201).id
    },
    async project(fields = {}) {
      const usual = { tool_name: `Invoices ${++count}`, description: 'Bills', author: 'Ada' }
      return bodyOf(await person.post('prompt-studio/', { ...usual, ...fields }), 201)
    },
    async profile(projectId, fields = {}) {
      const { LLM, EMBEDDING, VECTOR_DB, X2TEXT } = await studio.adapters()
      const profile = await person.post(`prompt-studio/profilemanager/${projectId}`, {
        profile_name: `Profile ${++count}`,
        llm: LLM,
        embedding_model: EMBEDDING,
        vector_store: VECTOR_DB,
        x2text: X2TEXT,
        prompt_studio_tool: projectId,
        ...fields,
      })
      return bodyOf(profile, 201)
    },
    async defaultProfile(projectId, fields) {
      const profile = await studio.profile(projectId, fields)
      const path = `prompt-studio/prompt-studio-profile/${projectId}/`
      bodyOf(await person.patch(path, { default_profile: profile.profile_id }), 200)
      return profile
    },
    async prompt(projectId, fields) {
      const usual = { prompt_type: 'PROMPT', tool_id: projectId, enforce_type: 'text' }
      const path = `prompt-studio/prompt-studio-prompt/${projectId}/`
      return bodyOf(await person.post(path, { ...usual, ...fields }), 201)
    },
    async document(projectId, file) {
      const answer = await person.upload(`prompt-studio/file/${projectId}`, { files: [file] })
      return bodyOf(answer, 200).data[0].document_id
    },
    async runnable(file, { fields = {}, profile }) {
      const { tool_id } = await studio.project(fields)
      const { profile_id } = await studio.defaultProfile(tool_id, profile)
      const document_id = await studio.document(tool_id, file)
      return { tool_id, profile_id, document_id }
    },
  }
  return studio
}

function bodyOf(
  { status, body }: TestReply,
  expectedStatus: number,
): ReturnType<typeof JSON.parse> {
  if (status === expectedStatus) return body
  throw new Error(`Answered ${status} instead of ${expectedStatus}: ${JSON.stringify(body)}`)
}
