declare module 'oracledb' {
  type Column = { readonly name: string; readonly dbTypeName: string }
  type ResultSet = { getRows(count: number): Promise<readonly (readonly unknown[])[]> }
  type ExecuteOptions = {
    readonly outFormat: number
    readonly resultSet?: boolean
    readonly prefetchRows?: number
    readonly fetchArraySize?: number
    readonly fetchTypeHandler?: (column: Column) => { readonly type: unknown } | undefined
  }
  type Session = {
    execute(
      sql: string,
      binds: readonly unknown[],
      options: ExecuteOptions,
    ): Promise<{
      readonly rows?: readonly Record<string, unknown>[]
      readonly resultSet?: ResultSet
    }>
    /** Lets the database parse a statement without running it. */
    getStatementInfo(
      sql: string,
    ): Promise<{ readonly statementType: number; readonly metaData?: readonly Column[] }>
    /** Milliseconds that a call may take. */
    callTimeout: number
    breakExecution(): Promise<void>
    close(): Promise<void>
  }
  const oracledb: {
    readonly OUT_FORMAT_ARRAY: number
    readonly OUT_FORMAT_OBJECT: number
    readonly STMT_TYPE_SELECT: number
    readonly DB_TYPE_VARCHAR: unknown
    readonly CLOB: unknown
    getConnection(options: Readonly<Record<string, unknown>>): Promise<Session>
  }

  namespace oracledb {
    export type { Column, Session }
  }
  export = oracledb
}

declare module 'oracledb/lib/thin/sqlnet/ntTcp.js' {
  import type { Socket } from 'node:net'

  class Transport {
    stream?: Socket
    connected?: boolean
    ntConnect(address: { readonly host: string; readonly port?: number | string }): Promise<void>
  }

  export = Transport
}

declare module 'oracledb/lib/thin/sqlnet/navNodes.js' {
  class NavAddress {
    navigate(plan: object): Promise<void>
  }

  export { NavAddress }
}
