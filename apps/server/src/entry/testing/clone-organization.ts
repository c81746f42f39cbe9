import type { Person, TestFile, TestReply } from '../../testing/people.ts'

type Row = Record<string, unknown>

/** What a script does with its key in one organization. */
export type Script = Pick<Person, 'get' | 'options' | 'post' | 'patch' | 'upload' | 'delete'> & {
  /** The bodies of all that it has read so far. */
  readonly replies: readonly unknown[]
}

/** Gives a script the full access of a platform key of an admin. */
export async function makeScript(admin: Person, anonymous: Person): Promise<Script> {
  const { body: key } = await admin.post('platform-api/keys/', {
    name: 'Clone',
    description: 'Copies the organization',
    permission: 'full_access',
  })
  const withKey = { headers: { authorization: `Bearer ${key.key}`, cookie: undefined } }
  const replies: unknown[] = []
  return {
    replies,
    get: async (path) => {
      const reply = await anonymous.get(path, withKey)
      replies.push(reply.body)
      return reply
    },
    options: (path) => anonymous.options(path, withKey),
    post: (path, body) => anonymous.post(path, body, withKey),
    patch: (path, body) => anonymous.patch(path, body, withKey),
    upload: (path, parts) => anonymous.upload(path, parts, withKey),
    delete: (path) => anonymous.delete(path, undefined, withKey),
  }
}

/** The things that the clone made, and those that it adopted because they have the same name. */
export type CloneReport = { readonly created: string[]; readonly adopted: string[] }

type Phase = {
  readonly list: string
  readonly nameField: string
  /** Further fields by which lists are filtered, and the names of those in the query. */
  readonly filters?: Readonly<Record<string, string>>
  /** Whether a row of the list holds all fields; otherwise each one is read. */
  readonly isComplete?: boolean
  /** References of the source that have another id in the target. */
  readonly references?: readonly string[]
}

const phases: readonly Phase[] = [
  { list: 'adapter/', nameField: 'adapter_name', filters: { adapter_type: 'adapter_type' } },
  { list: 'connector/', nameField: 'connector_name' },
  { list: 'tags/', nameField: 'name', isComplete: true },
]

const workflows: Phase = { list: 'workflow/', nameField: 'workflow_name', isComplete: true }
const laterPhases: readonly Phase[] = [
  {
    list: 'pipeline/',
    nameField: 'pipeline_name',
    filters: { pipeline_type: 'type' },
    references: ['workflow'],
  },
  { list: 'api/deployment/', nameField: 'api_name', references: ['workflow'] },
]

/**
 * Copies an organization into another installation, as the vendor's tool does: the fields that OPTIONS
 * calls writable, to the namesake that a list finds by the exact name, or to a new thing.
 */
export async function cloneOrganization(source: Script, target: Script): Promise<CloneReport> {
  const report: CloneReport = { created: [], adopted: [] }
  const ids = new Map<string, string>()
  const clone = { source, target, report, ids }
  await copyGroups(clone)
  for (const phase of phases) await copyPhase(clone, phase)
  await copyProjects(clone)
  const newWorkflows = await copyPhase(clone, workflows)
  for (const row of newWorkflows) await copyInsides(clone, row)
  for (const phase of laterPhases) await copyPhase(clone, phase)
  return report
}

type Clone = {
  readonly source: Script
  readonly target: Script
  readonly report: CloneReport
  /** Ids of the target by those of the source. */
  readonly ids: Map<string, string>
}

const rowsOf = ({ status, body }: TestReply): readonly Row[] => {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.results ?? body
}

function bodyOf({ status, body }: TestReply): Row {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

const query = (values: Row) => new URLSearchParams(values as Record<string, string>).toString()

/** Returns the rows of the source that the target did not have. */
async function copyPhase(clone: Clone, phase: Phase): Promise<readonly Row[]> {
  const { source, target, report, ids } = clone
  const { list, nameField, filters = {}, references = [] } = phase
  const { actions } = bodyOf(await target.options(list)) as { actions: { POST: Row } }
  const writable = Object.entries(actions.POST as Record<string, { read_only: boolean }>)
    .filter(([, { read_only }]) => !read_only)
    .map(([name]) => name)
  const newRows: Row[] = []
  for (const listedRow of rowsOf(await source.get(list))) {
    const row = phase.isComplete ? listedRow : bodyOf(await source.get(`${list}${listedRow.id}/`))
    const name = String(row[nameField])
    const filter = Object.fromEntries(
      Object.entries(filters).map(([field, parameter]) => [parameter, row[field]]),
    )
    const [namesake] = rowsOf(
      await target.get(`${list}?${query({ [nameField]: name, ...filter })}`),
    )
    if (namesake) {
      report.adopted.push(`${list}${name}`)
      ids.set(String(row.id), String(namesake.id))
      continue
    }
    const fields = writable.map((field) => {
      const value = row[field]
      return [field, references.includes(field) ? ids.get(String(value)) : value] as const
    })
    const body = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
    const createdRow = bodyOf(await target.post(list, body))
    ids.set(String(row.id), String(createdRow.id))
    report.created.push(`${list}${name}`)
    newRows.push(row)
  }
  return newRows
}

/** Groups have no filter, so the namesake is found among all. */
async function copyGroups({ source, target, report }: Clone): Promise<void> {
  const targetNames = rowsOf(await target.get('groups/')).map(({ name }) => name)
  for (const { name, description } of rowsOf(await source.get('groups/'))) {
    if (targetNames.includes(name)) {
      report.adopted.push(`groups/${name}`)
      continue
    }
    bodyOf(await target.post('groups/', { name, description }))
    report.created.push(`groups/${name}`)
  }
}

/** Projects travel as files, their documents one by one, and are exported as tools where they arrive. */
async function copyProjects({ source, target, report, ids }: Clone): Promise<void> {
  for (const { tool_id: id, tool_name: name } of rowsOf(await source.get('prompt-studio/'))) {
    const namesakes = rowsOf(await target.get(`prompt-studio/?${query({ tool_name: name })}`))
    const projectId = namesakes[0]?.tool_id ?? (await importProject({ source, target }, String(id)))
    report[namesakes.length > 0 ? 'adopted' : 'created'].push(`prompt-studio/${name}`)
    const sourceTool = await findTool(source, String(id))
    const isExported = (await findTool(target, String(projectId))) !== undefined
    if (sourceTool !== undefined && !isExported) {
      bodyOf(
        await target.post(`prompt-studio/export/${projectId}`, {
          is_shared_with_org: true,
          force_export: true,
        }),
      )
    }
    const targetTool = await findTool(target, String(projectId))
    if (sourceTool !== undefined && targetTool !== undefined) ids.set(sourceTool, targetTool)
  }
}

async function findTool(script: Script, projectId: string): Promise<string | undefined> {
  const [tool] = rowsOf(await script.get(`prompt-studio/registry/?custom_tool=${projectId}`))
  return tool && String(tool.prompt_registry_id)
}

async function importProject(
  { source, target }: Pick<Clone, 'source' | 'target'>,
  id: string,
): Promise<string> {
  const file = bodyOf(await source.get(`prompt-studio/project-transfer/${id}/`))
  const upload = { name: 'project.json', content: JSON.stringify(file), type: 'application/json' }
  const { tool_id: newId } = bodyOf(
    await target.upload('prompt-studio/project-transfer/', { files: [upload] }),
  )
  for (const document of rowsOf(await source.get(`prompt-studio/prompt-document/?tool_id=${id}`))) {
    const address = `prompt-studio/file/${id}?document_id=${document.document_id}`
    const { data, mime_type: type } = bodyOf(await source.get(address)) as Record<string, string>
    const copy: TestFile = {
      name: String(document.document_name),
      content: String(data),
      type: String(type),
    }
    bodyOf(await target.upload(`prompt-studio/file/${newId}`, { files: [copy] }))
  }
  return String(newId)
}

/** Copies the tool of a workflow and its two ends. */
async function copyInsides({ source, target, ids }: Clone, { id }: Row): Promise<void> {
  const newId = ids.get(String(id))
  for (const instance of rowsOf(await source.get(`tool_instance/?workflow=${id}`))) {
    const toolId = ids.get(String(instance.tool_id))
    const createdInstance = bodyOf(
      await target.post('tool_instance/', { workflow_id: newId, tool_id: toolId }),
    )
    const settings = Object.entries(instance.metadata as Row).filter(
      ([name]) => !['tool_instance_id', 'prompt_registry_id'].includes(name),
    )
    bodyOf(
      await target.patch(`tool_instance/${createdInstance.id}/`, {
        metadata: { ...(createdInstance.metadata as Row), ...Object.fromEntries(settings) },
      }),
    )
  }
  const targetEnds = rowsOf(await target.get(`workflow/endpoint/?workflow=${newId}`))
  for (const end of rowsOf(await source.get(`workflow/endpoint/?workflow=${id}`))) {
    const targetEnd = targetEnds.find(({ endpoint_type }) => endpoint_type === end.endpoint_type)
    bodyOf(
      await target.patch(`workflow/endpoint/${targetEnd?.id}/`, {
        connection_type: end.connection_type,
        configuration: end.configuration,
        connector_instance_id: ids.get(String(end.connector_instance)) ?? null,
      }),
    )
  }
}
