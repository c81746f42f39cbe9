import type { profileFields } from '@recto/contract/prompt-studio/profile-fields'
import type { projectFields } from '@recto/contract/prompt-studio/project-fields'
import type { promptFields, promptParts } from '@recto/contract/prompt-studio/prompt-fields'
import type { ColumnType, Generated } from 'kysely'
import type { FieldColumns } from '../field-columns.ts'

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

/** The inputs on which an output depended when it was requested. */
export type InputFingerprint = {
  /** A digest of the prompt's text. */
  readonly prompt: string
  readonly type: string
  readonly document: string
  readonly profileId: string
  /** Settings of the profile. */
  readonly profile: Readonly<Record<string, string | number | null>>
  /** A digest of preamble, postamble and grammar. */
  readonly wording: string
}

export type PromptStudioTables = {
  /** Replies of URLs that provide values to prompts. */
  address_reply: { organization_id: number; call_key: string; reply: string; created_at: Time }
  /** Called “custom tool” in the API. */
  project: Stamps &
    FieldColumns<typeof projectFields> & {
      id: Generated<string>
      organization_id: number
      log_id: Generated<string>
      /** The project it was copied from. */
      source_project_id: string | null
    }
  /** A public link: whoever has its id may read the project, signed in or not. */
  public_share: {
    id: Generated<string>
    organization_id: number
    project_id: string
    created_by: number | null
    created_at: Time
  }
  project_share: { organization_id: number; project_id: string; user_id: number }
  llm_profile: Stamps &
    FieldColumns<typeof profileFields> & {
      id: Generated<string>
      organization_id: number
      project_id: string
    }
  /** A prompt, or a note between prompts. */
  prompt: Stamps &
    FieldColumns<typeof promptFields> &
    FieldColumns<typeof promptParts> & {
      id: Generated<string>
      organization_id: number
      project_id: string
      table_settings_id: string | null
    }
  prompt_document: {
    id: Generated<string>
    organization_id: number
    project_id: string
    name: string
    hash: string
    /** Password of an encrypted document, once known. */
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
    /** Every vector collection that was ever created for it. */
    index_ids_history: Json<string[]>
    /** Whether the text was extracted, by the key of the text extractor and its settings. */
    extraction_status: Json<Record<string, boolean>>
    /** Ids of the vector adapters by the collections stored in them. */
    vector_dbs: ColumnType<Record<string, string>, string | undefined, string>
  }
  /** Keyword index of the chunks of a collection. */
  passage_keyword: { organization_id: number; collection: string; keyword: string; at: number }
  /** The whole text of a document as sent to prompts, stored once for all its outputs. */
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
    /** Empty if `context_digest` refers to the whole text instead. */
    context: Json<string[]>
    context_digest: string | null
    evidence: JsonOrNull<unknown>
    /** The older format of evidence, for other clients; our own pages draw `evidence`. */
    highlight: JsonOrNull<unknown>
    /** Explains how the value was found. */
    explanation: OptionalJson<unknown>
    /** The completeness report of a list, in the form of the contract. */
    report: OptionalJson<unknown>
    /** The answer of a second model, with the names of the contract. */
    challenge: JsonOrNull<unknown>
    /** Says how a larger model was asked, with the names of the contract. */
    escalation: JsonOrNull<unknown>
    /**
     * Confidence of the value and its parts and, with highlighting, of the words under it, in the form
     * of the contract and not calibrated.
     */
    confidence: JsonOrNull<unknown>
    /** Null if a run made the output. */
    origin: Generated<'proposal' | null>
    run_id: string
    /**
     * Fingerprint of its inputs, which tells whether the output is stale; null if stored by an earlier
     * version. Its parts can be read.
     */
    asked: JsonOrNull<InputFingerprint>
  }
  /**
   * A run of one prompt, of all prompts, or the indexing of one document with one profile. The row
   * is also the queue entry.
   */
  studio_run: {
    id: string
    organization_id: number
    project_id: string
    document_id: string
    /** The profile under which its output is stored. */
    profile_id: string
    /** Null unless it runs a single prompt. */
    prompt_id: string | null
    kind: 'prompt' | 'all' | 'index'
    requested_profile_id: string | null
    /** The task that requested it first. */
    task_id: string
    /** Order within its task and document: those of lower rank finish first. It is 0 if the prompt refers to no other. */
    rank: Generated<number>
    /** Digest of everything that distinguishes it from other runs. */
    digest: string
    /** The id under which its usage is counted; runs of one task may share it. */
    run_id: string
    state: Generated<StudioRunState>
    /**
     * The failure, for callers that wait; of a single pass that succeeded in part, the prompts that
     * failed; otherwise null.
     */
    outcome: JsonOrNull<unknown>
    /** The failure as text. */
    error: string | null
    output_ids: Generated<string[]>
    worker_id: string | null
    /** The run of the same worker that it has joined: both are answered together. */
    led_by: string | null
    /** The time at which it first asked a model is null before. */
    asked_at: Date | null
    /** Number of workers that died during the run. */
    deaths: Generated<number>
    /** Whether a worker has ever started it. */
    is_begun: Generated<boolean>
    created_by: number | null
    created_at: Time
    started_at: Date | null
    ended_at: Date | null
  }
  /** The runs of one request. */
  studio_task: {
    id: string
    organization_id: number
    project_id: string
    operation: string
    /** Log channel of the session that is notified when all runs have ended. */
    log_events_id: string | null
    /** The column `id` of its runs, not their `run_id`. */
    run_ids: string[]
    /** The prompts that were requested, if the request named them; some, such as notes, have no run. */
    prompt_ids: string[] | null
    created_by: number | null
    created_at: Time
    /**
     * The time at which the waiting client was last told to poll again; null if it received the
     * result, or was never told so.
     */
    told_pending_at: MaybeTime
  }
  /** A deleted prompt or document that can be restored for a while. */
  removed_item: {
    id: string
    organization_id: number
    project_id: string
    kind: 'prompt' | 'document'
    /** Content hash of a deleted document. */
    hash: string | null
    /** Its row and the dependent rows, by table. */
    rows: unknown
    removed_by: number | null
    removed_at: Time
  }
  /** Summary of one document with one profile. */
  document_summary: {
    organization_id: number
    document_id: string
    profile_id: string
    /** Equal for the same text, prompt, keys and model. */
    summary_id: string
    text: string
    created_at: Time
  }
  /** A tool exported from a project. */
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
  /** Exported versions of a tool; the newest one is current. */
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
