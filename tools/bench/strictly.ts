import type { Person, TestReply } from '../../apps/server/src/testing/people.ts'

/** The server did not do what it was asked for. */
export class Refused extends Error {
  readonly status: number

  constructor({ status, body }: TestReply) {
    super(`${status} ${JSON.stringify(body)}`.slice(0, 500))
    this.status = status
  }
}

/** The same person, who goes on only when a call succeeded. */
export function strictly(person: Person): Person {
  const throwOnFailure =
    <A extends readonly unknown[]>(call: (...args: A) => Promise<TestReply>) =>
    async (...args: A) => {
      const reply = await call(...args)
      if (reply.status >= 400) throw new Refused(reply)
      return reply
    }
  return {
    ...person,
    get: throwOnFailure(person.get),
    post: throwOnFailure(person.post),
    put: throwOnFailure(person.put),
    patch: throwOnFailure(person.patch),
    delete: throwOnFailure(person.delete),
    upload: throwOnFailure(person.upload),
  }
}
