import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type SimpleStudioTables = {
  /** A visitor's project. It is the only one of its organization, which was made for it and goes with it. */
  simple_project: {
    /** Opens it: whoever has it may read and change all of it. */
    id: Generated<string>
    organization_id: number
    /** Of the studio. */
    project_id: string
    /** As whom the visitor acts; nobody can sign in so. */
    user_id: number
    /** By which the pages of the studio read it. */
    share_id: string
    /** How much was taken of what a project may have; documents that were deleted do not count. */
    documents: Generated<number>
    prompts: Generated<number>
    pages: Generated<number>
    bytes: Generated<number>
    runs: Generated<number>
    created_at: Time
  }
  /** How much was asked for in an hour: by an address, of which a digest stands here, or by all. */
  simple_use: {
    key: string
    kind: string
    began_at: Date
    used: number
  }
  /** What an organization has made its own. */
  simple_kept: {
    organization_id: number
    simple_project_id: string
    /** Set before the transaction ends that makes the row. */
    project_id: string | null
  }
}
