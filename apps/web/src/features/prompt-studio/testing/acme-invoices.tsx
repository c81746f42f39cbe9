import {
  type DefaultTriad,
  getAdapterInfo,
  getDefaultTriad,
} from '@recto/contract/adapters/adapters'
import { listMembers } from '@recto/contract/organizations/organizations'
import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import { profileFields } from '@recto/contract/prompt-studio/profile-fields'
import { type LlmProfile, listProfiles } from '@recto/contract/prompt-studio/profiles'
import { projectFields } from '@recto/contract/prompt-studio/project-fields'
import {
  deleteDocument,
  listDocumentIndexes,
  listDocuments,
  listHiddenText,
  type PromptDocument,
  readDocumentFile,
} from '@recto/contract/prompt-studio/prompt-documents'
import { promptFields, promptSwitches } from '@recto/contract/prompt-studio/prompt-fields'
import { listPromptOutputs, type PromptOutput } from '@recto/contract/prompt-studio/prompt-outputs'
import {
  getDefaultTexts,
  getProject,
  type ListedProject,
  listProjects,
  type Project,
  patchProject,
  restoreItem,
} from '@recto/contract/prompt-studio/prompt-studio'
import {
  type CoveredPrompt,
  deletePrompt,
  patchPrompt,
} from '@recto/contract/prompt-studio/prompts'
import {
  cancelRuns,
  estimateRuns,
  listRuns,
  type StudioRun,
  startRuns,
} from '@recto/contract/prompt-studio/studio-runs'
import { listScores, listTruths } from '@recto/contract/prompt-studio/truths'
import { getExport, listRegistry } from '@recto/contract/tools/tools'
import { listVerifications } from '@recto/contract/tools/verifications'
import type { ComponentType, ReactNode } from 'react'
import { type LiveConnection, LiveConnectionContext } from '../../../shared/live/live-connection.ts'
import { answer, type FakeAnswers, fakeServer, refuse } from '../../../testing/fake-server.ts'
import { show } from '../../../testing/show.tsx'
import { wireDefaults } from '../../../testing/wire-defaults.ts'
import { ViewerContext } from '../documents/OriginalView.tsx'
import { useHighlightSelection, useHighlightStore } from '../outputs/highlight-store.tsx'
import { ProjectPage } from '../ProjectPage.tsx'
import type { ViewerProps } from '../viewer/viewer-props.ts'

const timestamp = '2026-03-01T08:00:00.000000Z'
const id = (number: number, kind: string) =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const stamps = { created_by: 7, modified_by: 7, created_at: timestamp, modified_at: timestamp }

export const projectId = id(1, '1')

export const profile: LlmProfile = {
  ...wireDefaults(profileFields),
  profile_id: id(1, '2'),
  profile_name: 'Careful',
  llm: 'Built-in LLM',
  vector_store: 'Built-in VECTOR_DB',
  embedding_model: 'Built-in EMBEDDING',
  x2text: 'Built-in X2TEXT',
  escalation_llm: null,
  prompt_studio_tool: projectId,
  is_default: true,
  ...stamps,
}

export const march: PromptDocument = {
  document_id: id(1, '3'),
  document_name: 'march.pdf',
  tool: projectId,
}
export const april: PromptDocument = {
  document_id: id(2, '3'),
  document_name: 'april.pdf',
  tool: projectId,
}

export function prompt(number: number, changes: Partial<CoveredPrompt> = {}): CoveredPrompt {
  return {
    ...wireDefaults(promptFields),
    ...wireDefaults(promptSwitches),
    prompt_id: id(number, '4'),
    prompt_key: `field_${number}`,
    prompt: 'What is it?',
    tool_id: projectId,
    profile_manager: profile.profile_id,
    follows_default_profile: true,
    sequence_number: number,
    output_metadata: {},
    has_line_item_history: false,
    coverage: [],
    ...stamps,
    ...changes,
  }
}

export const total = prompt(1, {
  prompt_key: 'total',
  prompt: 'What is the total?',
  enforce_type: 'number',
})

export function project(changes: Partial<Project> = {}): Project {
  return {
    ...wireDefaults(projectFields),
    tool_id: projectId,
    tool_name: 'Invoices',
    description: 'Totals of invoices',
    author: 'Ana Lima',
    output: march.document_id,
    log_id: id(1, '5'),
    preamble: '',
    postamble: '',
    shared_users: [],
    organization: 1,
    prompts: [total],
    created_by_email: 'ana@acme.test',
    ...stamps,
    ...changes,
  }
}

/** The same as a row of the list. */
export const listedProject = (whole: Project = project()): ListedProject => ({
  ...whole,
  prompt_count: whole.prompts.filter(({ prompt_type }) => prompt_type === 'PROMPT').length,
})

export const place = (page: number, quote: string): EvidenceReply => ({
  page,
  boxes: [[300, 500, 360, 512]],
  quote,
  match: 'exact',
})

export function output(changes: Partial<PromptOutput> = {}): PromptOutput {
  return {
    prompt_output_id: id(1, '6'),
    origin: 'run',
    prompt_id: total.prompt_id,
    document_manager: march.document_id,
    profile_manager: profile.profile_id,
    tool_id: projectId,
    is_single_pass_extract: false,
    output: '5670.0',
    context: [],
    challenge_data: null,
    escalation: null,
    highlight_data: null,
    confidence_data: [[{ confidence: '0.93', text: '5,670.00' }]],
    word_confidence_data: 0.93,
    confidence: 0.93,
    calibration: null,
    evidence_data: [place(1, '5,670.00')],
    explanation: null,
    list_report: null,
    eval_metrics: [],
    run_id: id(1, '7'),
    stale: [],
    token_usage: {
      embedding_tokens: null,
      prompt_tokens: 1200,
      completion_tokens: 34,
      total_tokens: 1234,
      cost_in_dollars: 0.0012345,
    },
    coverage: [march.document_id],
    ...stamps,
    ...changes,
  }
}

export const defaultTexts = {
  preamble: 'The usual preamble.',
  postamble: 'The usual postamble.',
  summarize_prompt: 'The usual summary.',
}

type Studio = {
  readonly project?: Project
  readonly profiles?: readonly LlmProfile[]
  readonly documents?: readonly PromptDocument[]
  readonly outputs?: readonly PromptOutput[]
  /** The default adapters of the user. */
  readonly triad?: Partial<DefaultTriad>
  /** Runs that exist on the server when the page is opened. */
  readonly runs?: readonly StudioRun[]
  /** Returns the output of a run, or the reason for a failure; the default output if omitted. */
  readonly answerRun?: (run: StudioRun) => Promise<PromptOutput | string>
}

/** A run of the total on the invoice of March. */
export function run(changes: Partial<StudioRun> = {}): StudioRun {
  return {
    id: id(1, '8'),
    kind: 'prompt',
    prompt_id: total.prompt_id,
    document_id: march.document_id,
    profile_id: profile.profile_id,
    state: 'running',
    error: null,
    created_at: stamps.created_at,
    started_at: stamps.created_at,
    ended_at: null,
    failed_prompts: [],
    ...changes,
  }
}

/** A queue of runs as the server keeps it; what they give is added to the outputs. */
function runQueue({ runs: initialRuns = [], answerRun }: Studio, outputs: PromptOutput[]) {
  let runs = [...initialRuns]
  let count = runs.length
  const change = (one: StudioRun, changes: Partial<StudioRun>) => {
    runs = runs.map((candidate) =>
      candidate.id === one.id ? { ...candidate, ...changes } : candidate,
    )
  }
  const isOpen = ({ state }: StudioRun) => state === 'waiting' || state === 'running'
  const work = async (one: StudioRun) => {
    const prompt_id = one.prompt_id ?? total.prompt_id
    const { document_id: document_manager, profile_id: profile_manager } = one
    const usual = { prompt_id, document_manager, profile_manager, prompt_output_id: one.id }
    const answeredOutput = await (answerRun?.(one) ?? output(usual))
    if (!runs.some((candidate) => candidate.id === one.id && isOpen(candidate))) return
    if (typeof answeredOutput === 'string')
      return change(one, { state: 'failed', error: answeredOutput })
    const isOther = (candidate: PromptOutput) =>
      candidate.prompt_id !== answeredOutput.prompt_id ||
      candidate.document_manager !== answeredOutput.document_manager ||
      candidate.profile_manager !== answeredOutput.profile_manager
    const otherOutputs = outputs.filter(isOther)
    outputs.splice(0, outputs.length, ...otherOutputs, answeredOutput)
    change(one, { state: 'done' })
  }
  return [
    answer(listRuns, () => {
      const cellOf = (candidate: StudioRun) =>
        `${candidate.prompt_id}/${candidate.document_id}/${candidate.profile_id}`
      const newest = new Map(runs.map((candidate) => [cellOf(candidate), candidate]))
      return {
        runs: [...newest.values()].filter(
          (candidate) => isOpen(candidate) || candidate.state === 'failed',
        ),
      }
    }),
    answer(startRuns, ({ body }) => {
      const startedRuns = body.document_ids.flatMap((document_id) =>
        body.prompt_ids.flatMap((prompt_id) =>
          body.profile_ids.map((profile_id) => {
            count += 1
            return run({ id: id(count, '8'), prompt_id, document_id, profile_id })
          }),
        ),
      )
      runs.push(...startedRuns)
      for (const one of startedRuns) void work(one)
      return { runs: startedRuns }
    }),
    answer(estimateRuns, ({ body }) => ({
      profiles: body.profile_ids.map((profile_id) => ({
        profile_id,
        values: body.prompt_ids.length * body.document_ids.length,
        tokens: 1000,
        cost_in_dollars: 0.02,
        known: 0,
      })),
    })),
    answer(cancelRuns, ({ body }) => {
      const requestedIds = body.run_ids
      const endedRuns = runs.filter(
        (candidate) => isOpen(candidate) && (requestedIds?.includes(candidate.id) ?? true),
      )
      for (const one of endedRuns) change(one, { state: 'cancelled' })
      return { runs: endedRuns.map((candidate) => ({ ...candidate, state: 'cancelled' as const })) }
    }),
  ]
}

const isAsExpected = (expected: object | undefined, now: object) =>
  Object.entries(expected ?? {}).every(([name, expectedField]) => {
    const storedField =
      (now as Record<string, unknown>)[name] ?? (name === 'prompt_grammer' ? {} : null)
    return (
      expectedField === undefined || JSON.stringify(storedField) === JSON.stringify(expectedField)
    )
  })
const changedElsewhere = () => refuse(409, 'It was changed elsewhere. What is stored now was kept.')

const isMatch = (requestedId: string | undefined, id: string) =>
  requestedId === undefined || requestedId === id

const nameOf = (item: CoveredPrompt | PromptDocument) =>
  'document_id' in item ? item.document_id : item.prompt_id

/** A server that keeps what the studio changes: prompts, selection, documents. */
export function studioServer(studio: Studio, ...extraAnswers: FakeAnswers) {
  let now = studio.project ?? project()
  const documents = [...(studio.documents ?? [march])]
  const outputs = [...(studio.outputs ?? [])]
  const deletedItems: (CoveredPrompt | PromptDocument)[] = []
  const answers = [
    ...runQueue(studio, outputs),
    answer(listVerifications, () => ({
      truths: 0,
      contradicted: 0,
      not_kept: 0,
      verifications: [],
    })),
    answer(listProjects, () => [listedProject(now)]),
    answer(getProject, () => now),
    answer(listHiddenText, () => ({ lines: [], count: 0, warnings: [] })),
    answer(patchProject, ({ body: { expected, ...body } }) => {
      if (!isAsExpected(expected, now)) return changedElsewhere()
      const filledEntries = Object.entries(body).filter(
        ([, value]) => value !== undefined && value !== null,
      )
      now = { ...now, ...(Object.fromEntries(filledEntries) as Partial<Project>) }
      return now
    }),
    answer(deletePrompt, ({ params }) => {
      const deletedPrompt = now.prompts.find(({ prompt_id }) => prompt_id === params.prompt_id)
      if (deletedPrompt) deletedItems.push(deletedPrompt)
      now = { ...now, prompts: now.prompts.filter((candidate) => candidate !== deletedPrompt) }
      return undefined
    }),
    answer(deleteDocument, ({ body }) => {
      const index = documents.findIndex(({ document_id }) => document_id === body.document_id)
      deletedItems.push(...documents.splice(index, 1))
      return { data: 'File deleted successfully.' }
    }),
    answer(restoreItem, ({ body }) => {
      const item = deletedItems.find((candidate) => nameOf(candidate) === body.id)
      if (!item) return refuse(404, 'No deleted prompt or document with this ID was found.')
      if ('document_id' in item) {
        documents.push(item)
        return { restored: 'document' as const }
      }
      now = { ...now, prompts: [...now.prompts, item] }
      return { restored: 'prompt' as const }
    }),
    answer(patchPrompt, ({ params, body: { expected, ...body } }) => {
      const changes = Object.fromEntries(
        Object.entries(body).filter(([, value]) => value !== undefined),
      )
      const old = now.prompts.find(({ prompt_id }) => prompt_id === params.prompt_id) ?? total
      if (!isAsExpected(expected, old)) return changedElsewhere()
      const changedPrompt = { ...old, ...(changes as Partial<CoveredPrompt>) }
      now = {
        ...now,
        prompts: now.prompts.map((candidate) =>
          candidate.prompt_id === changedPrompt.prompt_id ? changedPrompt : candidate,
        ),
      }
      return changedPrompt
    }),
    answer(getDefaultTexts, () => defaultTexts),
    answer(getDefaultTriad, () => studio.triad ?? {}),
    answer(getAdapterInfo, ({ params }) => ({
      id: params.id,
      adapter_id: 'openai|1',
      adapter_name: 'Model',
      adapter_type: 'LLM' as const,
      created_by: 7,
      context_window_size: 131_072,
    })),
    answer(listProfiles, () => [...(studio.profiles ?? [profile])]),
    answer(listDocuments, () => [...documents]),
    answer(listDocumentIndexes, () => []),
    answer(listPromptOutputs, ({ query }) =>
      outputs.filter(
        (candidate) =>
          isMatch(query.document_manager, candidate.document_manager) &&
          isMatch(query.prompt_id, candidate.prompt_id) &&
          isMatch(query.profile_manager, candidate.profile_manager),
      ),
    ),
    answer(listRegistry, () => []),
    answer(getExport, () => undefined),
    answer(listTruths, () => []),
    answer(listScores, () => ({ truths: 0, profiles: [], prompts: [], outputs: [] })),
    answer(listMembers, () => ({ message: 'success' as const, members: [] })),
    answer(readDocumentFile, () => ({
      data: { data: btoa('%PDF-1.7'), mime_type: 'application/pdf' },
      mime_type: 'application/pdf',
    })),
  ]
  const server = fakeServer(answers, ...extraAnswers)
  return {
    ...server,
    addOutputs: (newOutputs: readonly PromptOutput[]) => void outputs.push(...newOutputs),
    documents,
    change: (changes: Partial<Project>) => (now = { ...now, ...changes }),
  }
}

/** The fake server of a project. */
export type StudioServer = ReturnType<typeof studioServer>

/** Stands where pages are drawn, which needs a canvas: each mark is a button that tells if it is picked. */
export function ListedMarks({ document, highlights }: ViewerProps) {
  const spotlight = useHighlightStore()
  const selection = useHighlightSelection()
  return (
    <section aria-label={`Pages of ${document.name}`}>
      {highlights.map(({ id: mark, label, locations }) => (
        <button
          key={mark}
          type="button"
          aria-pressed={selection?.id === mark}
          onClick={() => spotlight.select(mark, 'page')}
        >
          {label} on page {(locations[0]?.page ?? 0) + 1}
        </button>
      ))}
    </section>
  )
}

/** Opens the project as Ana, with a viewer that lists its marks. */
export function showProject(
  search = '',
  line?: LiveConnection,
  sidePanel?: ReactNode,
  Viewer: ComponentType<ViewerProps> = ListedMarks,
) {
  return show(
    <ViewerContext value={Viewer}>
      {sidePanel}
      {line ? (
        <LiveConnectionContext value={line}>
          <ProjectPage />
        </LiveConnectionContext>
      ) : (
        <ProjectPage />
      )}
    </ViewerContext>,
    { at: `/acme/tools/${projectId}${search}`, route: '/$organization/tools/$projectId' },
  )
}
