/** A running PostgreSQL. `exited` resolves when it has ended, for whatever reason. */
export type Server = {
  readonly pid: number
  readonly socketFolder: string
  readonly isAdopted: boolean
  readonly exited: Promise<unknown>
}
