import type { Check } from '@recto/contract/checks'
import type { HiddenTextPolicy } from '@recto/contract/hidden-text'
import type { Masking } from '@recto/contract/masking'
import type { RetrievalStrategy } from '@recto/contract/profiles'
import type { CustomData } from '@recto/contract/wire'
import type { ColumnType, Generated } from 'kysely'
import type { TableSettingsColumn } from './table-settings.ts'

type Time = ColumnType<Date, Date | undefined, Date>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>

type Stamps = {
  created_by: number | null
  modified_by: number | null
  created_at: Time
  modified_at: Time
}

type StudioRunState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/** What an output depends on, as it was when it was asked for. */
export type AskedWith = {
  /** A digest of the prompt's text. */
  readonly prompt: string
  readonly type: string
  readonly document: string
  readonly profileId: string
  /** What the profile said. */
  readonly profile: Readonly<Record<string, string | number | null>>
  /** A digest of preamble, postamble and grammar. */
  readonly wording: string
}

export type PromptStudioTables = {
  /** What addresses replied to which prompts send values. */
  address_reply: { organization_id: number; call_key: string; reply: string; created_at: Time }
  /** The wire calls it a custom tool. */
  project: Stamps & {
    id: Generated<string>
    organization_id: number
    name: string
    description: string
    author: string
    icon: Generated<string>
    selected_document: Generated<string>
    log_id: Generated<string>
    summarize_context: Generated<boolean>
    summarize_as_source: Generated<boolean>
    summarize_prompt: Generated<string>
    preamble: string
    postamble: string
    grammar: JsonOrNull<Record<string, string[]>>
    monitor_llm_id: string | null
    exclude_failed: Generated<boolean>
    single_pass: Generated<boolean>
    challenge_llm_id: string | null
    enable_challenge: Generated<boolean>
    enable_highlight: Generated<boolean>
    enable_embedded_data: Generated<boolean>
    masking: ColumnType<Masking, string | undefined, string>
    hidden_text_policy: Generated<HiddenTextPolicy>
    checks: ColumnType<readonly Check[], string | undefined, string>
    shared_to_org: Generated<boolean>
    custom_data: JsonOrNull<CustomData>
    /** The project that it is a copy of. */
    source_project_id: string | null
  }
  /** Whoever has its id reads the project, signed in or not. */
  public_share: {
    id: Generated<string>
    organization_id: number
    project_id: string
    created_by: number | null
    created_at: Time
  }
  project_share: { organization_id: number; project_id: string; user_id: number }
  llm_profile: Stamps & {
    id: Generated<string>
    organization_id: number
    project_id: string
    name: string
    llm_id: string
    embedding_id: string
    vector_db_id: string
    text_extractor_id: string
    chunk_size: number | null
    chunk_overlap: number | null
    reindex: Generated<boolean>
    retrieval_strategy: RetrievalStrategy
    hybrid_search: Generated<boolean>
    similarity_top_k: number | null
    section: string | null
    is_default: Generated<boolean>
    is_summarizer: Generated<boolean>
  }
  /** A prompt, or a note between prompts. */
  prompt: Stamps & {
    id: Generated<string>
    organization_id: number
    project_id: string
    key: string
    prompt: Generated<string>
    prompt_type: 'PROMPT' | 'NOTES'
    profile_id: string | null
    sequence_number: number | null
    enforce_type: Generated<string>
    required: 'all' | 'any' | null
    active: Generated<boolean>
    output: Generated<string>
    is_assert: Generated<boolean>
    assert_prompt: string | null
    assertion_failure_prompt: string | null
    /** The switches of the evaluation, by their names on the wire; absent is on. */
    evaluation: ColumnType<Record<string, boolean>, string | undefined, string>
    /** What a list is read from; `null` where nobody has said. */
    table_settings: OptionalJson<TableSettingsColumn>
    table_settings_id: string | null
  }
  prompt_document: {
    id: Generated<string>
    organization_id: number
    project_id: string
    name: string
    hash: string
    /** Of a document that is locked, once it is known. */
    sealed_password: ColumnType<string | null, string | null | undefined, string | null>
    created_by: number | null
    created_at: Time
  }
  document_index: Stamps & {
    id: Generated<string>
    organization_id: number
    document_id: string
    profile_id: string
    raw_index_id: string | null
    summarize_index_id: string | null
    /** Every collection of vectors that was ever made for it. */
    index_ids_history: Json<string[]>
    /** By the key of the text extractor and its settings. */
    extraction_status: Json<Record<string, boolean>>
    /** The ids of their adapters, by the collections that lie in them. */
    vector_dbs: ColumnType<Record<string, string>, string | undefined, string>
  }
  /** By which keywords the passages of a collection are found. */
  passage_keyword: { organization_id: number; collection: string; keyword: string; at: number }
  /** The whole text of a document as prompts saw it, once for all outputs that were taken from it. */
  document_context: {
    organization_id: number
    document_id: string
    digest: string
    text: string
  }
  prompt_output: Stamps & {
    id: Generated<string>
    organization_id: number
    project_id: string
    prompt_id: string
    document_id: string
    profile_id: string
    is_single_pass: boolean
    output: string | null
    /** Empty where `context_digest` names the whole text instead. */
    context: Json<string[]>
    context_digest: string | null
    evidence: JsonOrNull<unknown>
    highlight: JsonOrNull<unknown>
    /** How it was found; how whole a list is. */
    explanation: OptionalJson<unknown>
    report: OptionalJson<unknown>
    /** What a second model said, under the names of the contract. */
    challenge: JsonOrNull<unknown>
    /** How sure the value is, its parts and, with highlighting, the words under it. */
    confidence: JsonOrNull<unknown>
    run_id: string
    /** What it was asked with; null where an earlier version stored it. */
    asked: JsonOrNull<AskedWith>
  }
  /** One prompt, all prompts or the indexing of one document under one profile: the row is the job. */
  studio_run: {
    id: string
    organization_id: number
    project_id: string
    document_id: string
    /** Under which its output is stored. */
    profile_id: string
    /** Null unless it is the run of one prompt. */
    prompt_id: string | null
    kind: 'prompt' | 'all' | 'index'
    requested_profile_id: string | null
    /** The task that asked for it first. */
    task_id: string
    /** Of its task on its document, those with a lower rank end before it begins. */
    rank: Generated<number>
    /** Of all that would make it another run. */
    digest: string
    run_id: string
    state: Generated<StudioRunState>
    /** How it failed, for those who wait for it; null unless it failed. */
    outcome: JsonOrNull<unknown>
    /** The same in words. */
    error: string | null
    output_ids: Generated<string[]>
    worker_id: string | null
    /** The run of the same worker that it is answered together with. */
    led_by: string | null
    /** Of workers that held it. */
    deaths: Generated<number>
    /** Whether a worker has ever begun it. */
    is_begun: Generated<boolean>
    created_by: number | null
    created_at: Time
    started_at: Date | null
    ended_at: Date | null
  }
  /** What one request asked for. */
  studio_task: {
    id: string
    organization_id: number
    project_id: string
    operation: string
    /** Of the session that is told when all of it has ended. */
    log_events_id: string | null
    run_ids: string[]
    created_by: number | null
    created_at: Time
    /** When who waits for it was told to ask again; null when that was done, or it was never told. */
    told_pending_at: MaybeTime
  }
  /** A prompt or a document that was deleted and can be brought back for a while. */
  removed_item: {
    id: string
    organization_id: number
    project_id: string
    kind: 'prompt' | 'document'
    /** Of a document: which content it has. */
    hash: string | null
    /** Its own row and those that hung on it, by their tables. */
    rows: unknown
    removed_by: number | null
    removed_at: Time
  }
  /** Of one document by one profile. */
  document_summary: {
    organization_id: number
    document_id: string
    profile_id: string
    /** The same for the same text, prompt, keys and model. */
    summary_id: string
    text: string
    created_at: Time
  }
  /** What an export made of a project. */
  tool: Stamps & {
    id: Generated<string>
    organization_id: number
    project_id: string
    name: string
    description: string
    icon: string
    metadata: Json<unknown>
    shared_to_org: boolean
  }
  /** What each export made of the tool; the newest is what the tool is. */
  tool_version: {
    organization_id: number
    tool_id: string
    version: number
    name: string
    description: string
    icon: string
    metadata: Json<unknown>
    restored_from: number | null
    created_by: number | null
    created_at: Time
  }
  tool_share: { organization_id: number; tool_id: string; user_id: number }
}
