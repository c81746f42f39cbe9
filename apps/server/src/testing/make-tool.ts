import { omitUndefined } from '@recto/omit-undefined'
import type { Person, TestFile } from './people.ts'

type Field = { readonly key: string; readonly prompt: string; readonly type?: string }

export type ToolOptions = {
  readonly name: string
  readonly fields: readonly Field[]
  readonly sample: TestFile
  /** The language model of the default profile; the built-in extractor unless stated. */
  readonly llmId?: string
  /** Settings of the default profile that differ from the usual ones, by their names on the wire. */
  readonly profile?: Readonly<Record<string, unknown>> | undefined
  /** Settings of the project that differ from the usual ones, by their names on the wire. */
  readonly project?: Readonly<Record<string, unknown>> | undefined
}

/** What a person does in the studio until there is a tool: project, profile, prompts, document, run, export. */
export async function makeTool(person: Person, options: ToolOptions) {
  const { name, fields, sample, llmId, profile } = options
  const createdProject = await person.post('prompt-studio/', {
    tool_name: name,
    description: 'Made by a test',
    author: person.username,
  })
  const projectId: string = createdProject.body.tool_id
  const profileId: string = createdProject.body.default_profile
  const changes = { ...profile, ...omitUndefined({ llm: llmId }) }
  if (Object.keys(changes).length > 0)
    await person.patch(`prompt-studio/profile-manager/${profileId}/`, changes)

  for (const [index, { key, prompt, type = 'text' }] of fields.entries()) {
    await person.post(`prompt-studio/prompt-studio-prompt/${projectId}/`, {
      prompt_key: key,
      prompt,
      tool_id: projectId,
      prompt_type: 'PROMPT',
      profile_manager: profileId,
      sequence_number: index + 1,
      enforce_type: type,
    })
  }
  // Checks may only name prompts that exist.
  if (options.project) await person.patch(`prompt-studio/${projectId}/`, options.project)
  const uploadedReply = await person.upload(`prompt-studio/file/${projectId}`, { files: [sample] })
  const documentId: string = uploadedReply.body.data[0].document_id
  const exportedReply = await person.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  const registry = await person.get(`prompt-studio/registry/?custom_tool=${projectId}`)
  const toolId: string = registry.body[0].prompt_registry_id
  return { projectId, profileId, documentId, toolId, exported: exportedReply }
}

/** A tool that a test has made, with its project. */
export type TestTool = Awaited<ReturnType<typeof makeTool>>

/** A workflow between API and API around a tool. */
export async function makeWorkflow(person: Person, name: string, toolId: string) {
  const { body: workflow } = await person.post('workflow/', { workflow_name: name })
  const { body: ends } = await person.get(`workflow/${workflow.id}/endpoint/`)
  for (const end of ends) {
    await person.patch(`workflow/endpoint/${end.id}/`, { connection_type: 'API' })
  }
  await person.post('tool_instance/', { workflow_id: workflow.id, tool_id: toolId })
  return workflow.id as string
}

/** A deployment of a workflow, with the key that opens it. */
export async function makeDeployment(person: Person, apiName: string, workflowId: string) {
  const { body } = await person.post('api/deployment/', {
    workflow: workflowId,
    display_name: `${apiName} API`,
    api_name: apiName,
  })
  return {
    id: body.id as string,
    key: body.api_key as string,
    path: `/${body.api_endpoint}`,
  }
}

/** A deployment that a test has made. */
export type TestDeployment = Awaited<ReturnType<typeof makeDeployment>>
