import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type SimpleStudioTables = {
  /** A visitor's project, the only one of an organization that is created and deleted with it. */
  simple_project: {
    /** Secret id: whoever has it may read and change the whole project. */
    id: Generated<string>
    organization_id: number
    /** The prompt studio project. */
    project_id: string
    /** The user the visitor acts as; it cannot sign in. */
    user_id: number
    /** Public link by which the studio pages read it. */
    share_id: string
    /** Usage of the project's quotas; deleted documents do not count. */
    documents: Generated<number>
    prompts: Generated<number>
    pages: Generated<number>
    bytes: Generated<number>
    runs: Generated<number>
    created_at: Time
  }
  /** Hourly usage, by a digest of the client address or in total. */
  simple_use: {
    key: string
    kind: string
    began_at: Date
    used: number
  }
  /** Visitors' projects that an organization has adopted. */
  simple_kept: {
    organization_id: number
    simple_project_id: string
    /** Set before the transaction that inserts the row ends. */
    project_id: string | null
  }
}
