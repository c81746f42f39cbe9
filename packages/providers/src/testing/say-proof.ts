import { beforeEach } from 'vitest'

/**
 * What a provider was tried against: a server of the vendor, another one that speaks the same protocol, or answers as
 * the vendor documents them. Tests without any of these do not count.
 */
export type Proof = {
  readonly kind: string
  readonly id: string
  readonly by:
    | 'real server'
    | 'server of its protocol'
    | 'recorded answers'
    | 'this installation'
    | 'untested'
}

declare module 'vitest' {
  interface TaskMeta {
    proof?: Proof
  }
}

/** Marks the tests around it as being about a provider, for the table that `npm run providers` makes. */
export function sayProof({ kind, id }: Pick<Proof, 'kind' | 'id'>, proofKind: Proof['by']): void {
  beforeEach(({ task }) => {
    task.meta.proof = { kind, id, by: proofKind }
  })
}
