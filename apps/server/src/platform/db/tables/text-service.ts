import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>

type TextJobStatus = 'accepted' | 'processing' | 'processed' | 'error' | 'retrieved'

/** What a client asked for, with every choice made: a job does the same whatever the defaults become. */
export type TextJobOptions = {
  readonly mode: 'native_text' | 'low_cost' | 'high_quality' | 'form' | 'table' | 'excel'
  /** `blocks`: what stands on each page, for clients of other parsers. */
  readonly output: 'layout' | 'text' | 'blocks'
  /** Of `blocks`: how the client wants it written; absent, as it asks later. */
  readonly formats?: readonly ('md' | 'json' | 'html' | 'text')[]
  readonly pageSeparator: string
  /** From 1, such as `1-3,7-`; blank is all. */
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
}

export type TextServiceTables = {
  /** Opens the text service for one organization. */
  text_service_key: {
    id: Generated<string>
    organization_id: number
    /** SHA-256 of the key, by which a caller is found. */
    key_hash: string
    /** The key itself, sealed: it is shown to those who manage it. */
    sealed_key: string
    description: string
    is_active: boolean
    /** Made for the plan that is paid for, and not for the one that everybody has. */
    is_for_paid_plan: Generated<boolean>
    created_at: Time
    modified_at: Time
  }
  /** One document that a client sent for its text. */
  text_job: {
    id: string
    organization_id: number
    key_id: string | null
    /** What clients call it: eight random digits, a bar, and the MD5 of the content. */
    whisper_hash: string
    /** The same for two uploads of the same content with the same key and options. */
    fingerprint: string
    /** Under which the documents room keeps the file. */
    file_hash: string
    file_size: number
    mode: string
    tag: string
    options: ColumnType<TextJobOptions, string, string>
    webhook_name: string | null
    status: TextJobStatus
    error_message: Generated<string>
    /** Whether a client has named it, and so has heard of it. */
    is_known: Generated<boolean>
    /** How often its text may still be fetched: once for each upload that it stands for. */
    deliveries_left: Generated<number>
    total_pages: Generated<number>
    requested_pages: Generated<number>
    processed_pages: Generated<number>
    /** The key that its pages are counted for, also when that is gone. */
    charged_key_id: string | null
    plan: string
    /** The day, by UTC, of whose pages it has taken some; null where nothing bounds them. */
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
    /** From 1. */
    page_no: number
    seconds: number
    /** Why it could not be read, where the others were. */
    failure: string | null
  }
  /** What a job is charged for, written when it is done and kept when the job is gone. */
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
  /** Pages of a day, by UTC, that jobs have taken: those under way with what they were thought to need. */
  text_quota_day: {
    organization_id: number
    plan: string
    day: string
    pages: number
  }
  /** What was charged on one day, summed up when the day was over. */
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
  /** Until which day an organization's usage is summed up. */
  text_usage_summed: {
    organization_id: number
    /** The first day that is not. */
    before: string
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
