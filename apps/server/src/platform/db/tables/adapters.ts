import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type Json = ColumnType<unknown, string, string>

export type AdapterKind = 'llm' | 'embedding' | 'vector-db' | 'text-extractor' | 'ocr'

export type AdapterTables = {
  /** A provider that the organization has configured. */
  adapter: {
    id: Generated<string>
    organization_id: number
    /** The catalogue id of the provider. */
    provider_id: string
    kind: AdapterKind
    name: string
    description: string | null
    /** Sealed JSON. */
    settings: string
    /** Copied from the settings, for lists. No other setting is stored in clear. */
    model: string | null
    context_window: number
    /** Names of the settings whose secrets stayed in the installation that it was copied from. */
    missing_secrets: Generated<string[]>
    /** Whether data sent to the adapter leaves the network. */
    outside: Generated<boolean>
    shared_to_org: Generated<boolean>
    is_friction_less: Generated<boolean>
    is_active: Generated<boolean>
    is_usable: Generated<boolean>
    created_by: number | null
    modified_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** Settings that were replaced while executions that began with them were unfinished. */
  earlier_adapter_settings: {
    organization_id: number
    adapter_id: string
    /** Sealed JSON. */
    sealed_settings: string
    replaced_at: Date
  }
  /** Outages of adapters. */
  adapter_trouble: {
    organization_id: number
    adapter_id: string
    message: string
    since: Generated<Date>
    tried_again_at: Date
  }
  adapter_share: { adapter_id: string; user_id: number; organization_id: number }
  /** The default adapters of one member: a “triad” with four slots. */
  default_triad: {
    id: GeneratedAlways<number>
    organization_id: number
    member_id: number
    llm_id: string | null
    embedding_id: string | null
    vector_db_id: string | null
    text_extractor_id: string | null
    created_at: Time
    modified_at: Time
  }
  /** Every answered model call: a record, and a cache that avoids paying twice. */
  model_call: {
    organization_id: number
    call_key: string
    adapter_id: string
    model: string
    request: Json
    reply: Json
    input_tokens: number
    output_tokens: number
    cost_in_dollars: number | null
    seconds: number
    /**
     * Set if the call is about a document that people may delete; it is deleted with the document.
     */
    document_hash: string | null
    created_at: Time
  }
  /** A call that its service completes by itself, until its reply is stored. */
  started_call: {
    organization_id: number
    call_key: string
    adapter_id: string
    /** Id that the service assigned to the call. */
    job: string
    created_at: Time
  }
  /** Calls that were sent, or are to be sent, to the batch interface of a service together. */
  model_batch: {
    /** It travels with the batch, so that the batch can be found again. */
    id: Generated<string>
    organization_id: number
    adapter_id: string
    /** Digest of the settings of the adapter. */
    adapter_key: string
    /** Number of calls that the service has answered, as it says. */
    answered: Generated<number>
    deadline: Date
    /** Set before the batch is sent for the first time. */
    send_started_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Number of times that the service was searched for the batch. */
    searches: Generated<number>
    /** Id that the service assigned to the batch. */
    service_id: ColumnType<string | null, string | null | undefined, string | null>
    /** Batches of the service that were taken for this one. */
    other_ids: Generated<string[]>
    polls: Generated<number>
    /** The service was told to cancel the batch then. */
    cancelled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: ColumnType<Date, never, never>
  }
  /** A call that may wait until its deadline. Its id is that of a line of the batch. */
  batch_call: {
    id: Generated<string>
    organization_id: number
    call_key: string
    run_id: string
    execution_id: string | null
    adapter_id: string
    adapter_key: string
    /** Null until the call is part of a batch. */
    batch_id: ColumnType<string | null, string | null | undefined, string | null>
    /** Number of the line in the batch. */
    position: ColumnType<number | null, number | null | undefined, number | null>
    /** `single`: made like any other call, because the batch did not answer it. */
    state: 'waiting' | 'answered' | 'single'
    reason: ColumnType<string | null, string | null | undefined, string | null>
    /** The body of the request, as JSON text; null when the call no longer waits. */
    body: string | null
    bytes: number
    /** Describes the call for its record. */
    call: Json | null
    deadline: Date
    created_at: ColumnType<Date, never, never>
  }
  /** The request of a studio run for one value, so that it can be replayed from stored replies. */
  run_record: {
    organization_id: number
    run_id: string
    document_id: string
    profile_id: string
    prompt_key: string
    document_hash: string
    text_hash: string
    question: Json
    settings: Json
    /** Null if the run failed. */
    value_hash: string | null
    /** The task that requested it together with others. Set by the database; null in older rows. */
    task_id: ColumnType<string | null, never, never>
    created_at: Time
  }
  /** Id that a paid service assigned to a reading in progress. */
  reading_job: {
    organization_id: number
    reading_key: string
    job: string
    created_at: Time
  }
  /** The built-in vector store. */
  vector_item: {
    organization_id: number
    collection: string
    id: string
    text: string
    vector: number[]
  }
}
