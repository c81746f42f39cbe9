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
    /** Out of the settings, for lists; they carry no other setting. */
    model: string | null
    context_window: number
    /** What goes there leaves the house. */
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
  /** Of an adapter that does not answer. */
  adapter_trouble: {
    organization_id: number
    adapter_id: string
    message: string
    since: Generated<Date>
    tried_again_at: Date
  }
  adapter_share: { adapter_id: string; user_id: number; organization_id: number }
  /** One member's default triad; it has four slots all the same. */
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
  /** Every model call that was answered: the record, and the cache that keeps it from being paid twice. */
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
    /** Of a document that people may delete: it goes with it. */
    document_hash: string | null
    created_at: Time
  }
  /** What a run in the studio has asked for one value, to replay it from the stored replies. */
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
    /** Null where it failed. */
    value_hash: string | null
    /** Who asked for it asked for these together; the database knows it, and older ones have none. */
    task_id: ColumnType<string | null, never, never>
    created_at: Time
  }
  /** What a paid service calls the reading of a document that has not come to its end. */
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
