declare module 'oracledb' {
  type Session = {
    execute(
      sql: string,
      binds: readonly unknown[],
      options: { readonly outFormat: number },
    ): Promise<{ readonly rows?: readonly Record<string, unknown>[] }>
    close(): Promise<void>
  }
  const oracledb: {
    readonly OUT_FORMAT_OBJECT: number
    readonly CLOB: unknown
    getConnection(options: Readonly<Record<string, unknown>>): Promise<Session>
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
