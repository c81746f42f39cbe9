import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>

type TextJobStatus = 'accepted' | 'processing' | 'processed' | 'error' | 'retrieved'

/**
 * The options of a job, with all defaults resolved, so that it is repeatable even if the defaults
 * change.
 */
export type TextJobOptions = {
  readonly mode: 'native_text' | 'low_cost' | 'high_quality' | 'form' | 'table' | 'excel'
  /** `blocks`: the elements of each page, for clients of other parsers. `parts`: the documents inside the file. `values`: what a schema asks for. */
  readonly output: 'layout' | 'text' | 'blocks' | 'parts' | 'values'
  /** It says which values are extracted, and belongs to `values` alone. */
  readonly extraction?: {
    /** The JSON Schema as text, because the database does not keep the order of properties. */
    readonly schema: string
    /** The adapter of the model; absent for the built-in extractor. */
    readonly modelId?: string
    readonly readsEmbedded: boolean
  }
  /** It says how a file is split, and belongs to `parts` alone. */
  readonly split?: {
    readonly mode:
      | 'automatic'
      | 'automatic_by_classes'
      | 'separator'
      | 'every_page'
      | 'every_n_pages'
    readonly pagesPerPart?: number
    readonly separatorText?: string
    readonly classes?: readonly { readonly name: string; readonly description: string }[]
  }
  /** Output formats for `blocks`; absent if the client chooses later. */
  readonly formats?: readonly ('md' | 'json' | 'html' | 'text')[]
  readonly pageSeparator: string
  /** Page ranges from 1, such as `1-3,7-`; empty for all. */
  readonly pages: string
  readonly medianFilterSize: number
  readonly gaussianBlurRadius: number
  readonly lineSplitterTolerance: number
  readonly lineSplitterStrategy: 'left-priority' | 'right-priority' | 'mid-priority'
  readonly horizontalStretch: number
  readonly marksVerticalLines: boolean
  readonly marksHorizontalLines: boolean
  readonly hasLineNumbers: boolean
  readonly hasLineConfidence: boolean
  readonly wordConfidenceThreshold: number
  readonly language: string
  readonly tag: string
  readonly fileName: string
  readonly webhookName: string
  readonly webhookMetadata: string
  readonly allowsRotatedText: boolean
  readonly watermarkAngleThreshold: number
  readonly ignoresVerticalText: boolean
  readonly derotateThreshold: number
  readonly checkboxConfidenceThreshold: number
  /** A client of LlamaIndex gets these two back with its job. */
  readonly tier?: string
  readonly userMetadata?: Readonly<Record<string, string>>
  /** How often it has started again after a failure; absent if never. */
  readonly restarts?: number
}

export type TextServiceTables = {
  /** A key of the text service for one organization. */
  text_service_key: {
    id: Generated<string>
    organization_id: number
    /** SHA-256 of the key, for lookup. */
    key_hash: string
    /** The sealed key, which is shown to those who manage it. */
    sealed_key: string
    description: string
    is_active: boolean
    /** Whether it belongs to the paid plan rather than the free one. */
    is_for_paid_plan: Generated<boolean>
    created_at: Time
    modified_at: Time
  }
  /** One document that a client sent for its text. */
  text_job: {
    id: string
    organization_id: number
    key_id: string | null
    /** Id for clients: eight random digits, a bar, and the MD5 of the content. */
    whisper_hash: string
    /** Equal for two uploads of the same content with the same key and options. */
    fingerprint: string
    /** The header by which the client names its request; null if it sent none. */
    idempotency_key: Generated<string | null>
    /** Equal for two uploads of the same content with the same options; null for older jobs. */
    request_hash: Generated<string | null>
    /** Key of the file in the documents module. */
    file_hash: string
    file_size: number
    mode: string
    tag: string
    options: ColumnType<TextJobOptions, string, string>
    webhook_name: string | null
    status: TextJobStatus
    error_message: Generated<string>
    /** Whether a client has received its id. */
    is_known: Generated<boolean>
    /** How many more times its text may be fetched: once per upload that it stands for. */
    deliveries_left: Generated<number>
    total_pages: Generated<number>
    requested_pages: Generated<number>
    processed_pages: Generated<number>
    /** The key its pages are charged to, even if that key is deleted. */
    charged_key_id: string | null
    plan: string
    /** The day (UTC) whose page quota it uses; null if there is no limit. */
    reserved_day: string | null
    reserved_pages: Generated<number>
    started_at: MaybeTime
    finished_at: MaybeTime
    created_at: Time
    modified_at: Time
  }
  /** Progress: pages that have been read. */
  text_job_page: {
    job_id: string
    organization_id: number
    /** Page number, from 1. */
    page_no: number
    seconds: number
    /** The reason why the page could not be read, if others could. */
    failure: string | null
  }
  /** The charge for a job; written when it is done, and kept when it is deleted. */
  text_usage: {
    job_id: string
    organization_id: number
    whisper_hash: string
    mode: string
    tag: string
    processed_pages: number
    requested_pages: number
    total_pages: number
    file_size: number
    key_id: string | null
    plan: string
    started_at: Time
    finished_at: Time
  }
  /** Pages of a day (UTC) used by jobs; jobs in progress count with their estimate. */
  text_quota_day: {
    organization_id: number
    plan: string
    day: string
    pages: number
  }
  /** Charges of one day, aggregated when the day is over. */
  text_usage_day: {
    organization_id: number
    day: string
    key_id: string | null
    plan: string
    mode: string
    tag: string
    pages: number
    jobs: number
  }
  /** The day up to which an organization's usage is aggregated. */
  text_usage_summed: {
    organization_id: number
    /** The first day that is not aggregated. */
    before: string
  }
  /** A file that clients upload once and name in jobs. */
  text_file: {
    id: Generated<string>
    organization_id: number
    /** The deployment with whose key it was uploaded; null for keys of the organization. */
    deployment_id: string | null
    name: string
    purpose: string
    external_file_id: string | null
    /** Key of the file in the documents module. */
    file_hash: string
    created_at: Time
  }
  text_webhook: {
    id: Generated<string>
    organization_id: number
    name: string
    url: string
    sealed_token: string
    created_at: Time
    modified_at: Time
  }
}
